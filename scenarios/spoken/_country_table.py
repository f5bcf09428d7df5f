"""Countries by their ISO 3166 two-letter codes, with the names that people say."""

from __future__ import annotations

# code, the name that is said, other names behind slashes
_ROWS = """
AD Andorra|AE the United Arab Emirates/United Arab Emirates/Emirates/U A E/UAE|AF Afghanistan
AG Antigua and Barbuda/Antigua|AI Anguilla|AL Albania|AM Armenia|AO Angola|AQ Antarctica|AR Argentina
AS American Samoa|AT Austria|AU Australia|AW Aruba|AX the Åland Islands/Aland Islands|AZ Azerbaijan
BA Bosnia and Herzegovina/Bosnia|BB Barbados|BD Bangladesh|BE Belgium|BF Burkina Faso|BG Bulgaria|BH Bahrain
BI Burundi|BJ Benin|BL Saint Barthélemy/Saint Barts|BM Bermuda|BN Brunei/Brunei Darussalam|BO Bolivia
BQ Bonaire/Caribbean Netherlands|BR Brazil|BS the Bahamas/Bahamas|BT Bhutan|BV Bouvet Island|BW Botswana
BY Belarus|BZ Belize|CA Canada|CC the Cocos Islands/Keeling Islands
CD the Democratic Republic of the Congo/Democratic Republic of Congo/D R Congo/DR Congo/Congo Kinshasa
CF the Central African Republic|CG Congo/the Republic of the Congo/Congo Brazzaville|CH Switzerland
CI Ivory Coast/Côte d'Ivoire/the Ivory Coast|CK the Cook Islands|CL Chile|CM Cameroon
CN China/People's Republic of China|CO Colombia|CR Costa Rica|CU Cuba|CV Cape Verde/Cabo Verde|CW Curaçao
CX Christmas Island|CY Cyprus|CZ the Czech Republic/Czechia/Czech Republic|DE Germany|DJ Djibouti|DK Denmark
DM Dominica|DO the Dominican Republic/Dominican Republic|DZ Algeria|EC Ecuador|EE Estonia|EG Egypt
EH Western Sahara|ER Eritrea|ES Spain|ET Ethiopia|FI Finland|FJ Fiji|FK the Falkland Islands/Falklands
FM Micronesia|FO the Faroe Islands/Faroes|FR France|GA Gabon
GB the United Kingdom/Great Britain/Britain/England/Scotland/Wales/Northern Ireland/U K/UK
GD Grenada|GE Georgia/Republic of Georgia|GF French Guiana|GG Guernsey|GH Ghana|GI Gibraltar|GL Greenland
GM the Gambia/Gambia|GN Guinea|GP Guadeloupe|GQ Equatorial Guinea|GR Greece|GS South Georgia|GT Guatemala|GU Guam
GW Guinea-Bissau|GY Guyana|HK Hong Kong|HM Heard Island|HN Honduras|HR Croatia|HT Haiti|HU Hungary|ID Indonesia
IE Ireland/Republic of Ireland|IL Israel|IM the Isle of Man|IN India|IO the British Indian Ocean Territory|IQ Iraq
IR Iran|IS Iceland|IT Italy|JE Jersey|JM Jamaica|JO Jordan|JP Japan|KE Kenya|KG Kyrgyzstan|KH Cambodia
KI Kiribati|KM Comoros|KN Saint Kitts and Nevis/Saint Kitts|KP North Korea
KR South Korea/Korea/Republic of Korea|KW Kuwait|KY the Cayman Islands/Caymans|KZ Kazakhstan|LA Laos|LB Lebanon
LC Saint Lucia|LI Liechtenstein|LK Sri Lanka|LR Liberia|LS Lesotho|LT Lithuania|LU Luxembourg|LV Latvia|LY Libya
MA Morocco|MC Monaco|MD Moldova|ME Montenegro|MF Saint Martin|MG Madagascar|MH the Marshall Islands
MK North Macedonia/Macedonia|ML Mali|MM Myanmar/Burma|MN Mongolia|MO Macau/Macao|MP the Northern Mariana Islands
MQ Martinique|MR Mauritania|MS Montserrat|MT Malta|MU Mauritius|MV the Maldives/Maldives|MW Malawi|MX Mexico
MY Malaysia|MZ Mozambique|NA Namibia|NC New Caledonia|NE Niger|NF Norfolk Island|NG Nigeria|NI Nicaragua
NL the Netherlands/Holland|NO Norway|NP Nepal|NR Nauru|NU Niue|NZ New Zealand|OM Oman|PA Panama|PE Peru
PF French Polynesia/Tahiti|PG Papua New Guinea|PH the Philippines/Philippine/Philippine Islands|PK Pakistan
PL Poland|PM Saint Pierre and Miquelon|PN Pitcairn|PR Puerto Rico|PS Palestine|PT Portugal|PW Palau|PY Paraguay
QA Qatar|RE Réunion|RO Romania|RS Serbia|RU Russia/Russian Federation|RW Rwanda|SA Saudi Arabia/Saudi
SB the Solomon Islands|SC Seychelles|SD Sudan|SE Sweden|SG Singapore|SH Saint Helena|SI Slovenia|SJ Svalbard
SK Slovakia/Slovak Republic|SL Sierra Leone|SM San Marino|SN Senegal|SO Somalia|SR Suriname|SS South Sudan
ST São Tomé and Príncipe/Sao Tome|SV El Salvador/Salvador|SX Sint Maarten|SY Syria|SZ Eswatini/Swaziland
TC Turks and Caicos|TD Chad|TF French Southern Territories|TG Togo|TH Thailand|TJ Tajikistan|TK Tokelau
TL East Timor/Timor-Leste|TM Turkmenistan|TN Tunisia|TO Tonga|TR Turkey/Türkiye|TT Trinidad and Tobago/Trinidad
TV Tuvalu|TW Taiwan|TZ Tanzania|UA Ukraine/the Ukraine|UG Uganda|UM the United States Minor Outlying Islands
US the United States/United States of America/U S A/USA/U S/US/America/the States|UY Uruguay|UZ Uzbekistan
VA Vatican City/the Vatican/Holy See|VC Saint Vincent and the Grenadines/Saint Vincent|VE Venezuela
VG the British Virgin Islands|VI the U S Virgin Islands/Virgin Islands|VN Vietnam/Viet Nam|VU Vanuatu
WF Wallis and Futuna|WS Samoa|YE Yemen|YT Mayotte|ZA South Africa|ZM Zambia|ZW Zimbabwe
"""

COUNTRIES: dict[str, tuple[str, ...]] = {}
"""Code -> names, the one that is said first."""
for _entry in _ROWS.replace("\n", "|").split("|"):
    if _entry:
        COUNTRIES[_entry[:2]] = tuple(_entry[3:].split("/"))
