"""Airports: IATA code, how it is said, its city, other names. The largest of the United States, and more."""

from __future__ import annotations

# code | said | city | other names, separated by "/"
_ROWS = """
ATL|Atlanta|Atlanta|Hartsfield/Hartsfield Jackson
LAX|Los Angeles|Los Angeles|L A/Los Angeles International
ORD|Chicago O'Hare|Chicago|O'Hare/Ohare/O Hare
MDW|Chicago Midway|Chicago|Midway
DFW|Dallas Fort Worth|Dallas|Dallas Fort Worth International/Fort Worth
DAL|Dallas Love Field|Dallas|Love Field
DEN|Denver|Denver|
JFK|New York Kennedy|New York|Kennedy/J F Kennedy/John F Kennedy/New York J F K
LGA|New York LaGuardia|New York|LaGuardia/La Guardia/New York La Guardia
EWR|Newark|New York|Newark Liberty
SFO|San Francisco|San Francisco|San Fran/San Francisco International
OAK|Oakland|Oakland|
SJC|San Jose|San Jose|
SEA|Seattle|Seattle|Sea Tac/Seatac/Seattle Tacoma
LAS|Las Vegas|Las Vegas|Vegas
MCO|Orlando|Orlando|Orlando International
CLT|Charlotte|Charlotte|
PHX|Phoenix|Phoenix|Sky Harbor
MIA|Miami|Miami|Miami International
IAH|Houston Intercontinental|Houston|Bush Intercontinental/George Bush/Houston Bush
HOU|Houston Hobby|Houston|Hobby
BOS|Boston|Boston|Logan/Boston Logan
MSP|Minneapolis|Minneapolis|Minneapolis Saint Paul/Twin Cities/Saint Paul
FLL|Fort Lauderdale|Fort Lauderdale|
DTW|Detroit|Detroit|
PHL|Philadelphia|Philadelphia|Philly
DCA|Washington Reagan|Washington|Reagan/Reagan National/Washington National/Ronald Reagan
IAD|Washington Dulles|Washington|Dulles
BWI|Baltimore|Baltimore|Baltimore Washington
SLC|Salt Lake City|Salt Lake City|Salt Lake
SAN|San Diego|San Diego|
TPA|Tampa|Tampa|
AUS|Austin|Austin|Austin Bergstrom
BNA|Nashville|Nashville|
STL|Saint Louis|Saint Louis|St Louis/St. Louis
HNL|Honolulu|Honolulu|
PDX|Portland|Portland|Portland Oregon
RDU|Raleigh Durham|Raleigh|Raleigh/Durham
MSY|New Orleans|New Orleans|
SMF|Sacramento|Sacramento|
SNA|Orange County|Santa Ana|Santa Ana/John Wayne
MCI|Kansas City|Kansas City|
SAT|San Antonio|San Antonio|
RSW|Fort Myers|Fort Myers|
CLE|Cleveland|Cleveland|
IND|Indianapolis|Indianapolis|
PIT|Pittsburgh|Pittsburgh|
CVG|Cincinnati|Cincinnati|
CMH|Columbus|Columbus|
PBI|West Palm Beach|West Palm Beach|Palm Beach
BDL|Hartford|Hartford|Bradley
JAX|Jacksonville|Jacksonville|
OGG|Maui|Maui|Kahului
ONT|Ontario|Ontario|
BUR|Burbank|Burbank|
LGB|Long Beach|Long Beach|
ABQ|Albuquerque|Albuquerque|
BUF|Buffalo|Buffalo|
OMA|Omaha|Omaha|
ANC|Anchorage|Anchorage|
MKE|Milwaukee|Milwaukee|
CHS|Charleston|Charleston|
RIC|Richmond|Richmond|
ORF|Norfolk|Norfolk|
MEM|Memphis|Memphis|
OKC|Oklahoma City|Oklahoma City|
TUL|Tulsa|Tulsa|
RNO|Reno|Reno|
BOI|Boise|Boise|
ELP|El Paso|El Paso|
TUS|Tucson|Tucson|
SDF|Louisville|Louisville|
LIT|Little Rock|Little Rock|
DSM|Des Moines|Des Moines|
GRR|Grand Rapids|Grand Rapids|
PVD|Providence|Providence|
SAV|Savannah|Savannah|
BHM|Birmingham|Birmingham|
GEG|Spokane|Spokane|
COS|Colorado Springs|Colorado Springs|
XNA|Northwest Arkansas|Fayetteville|Fayetteville/Bentonville
TYS|Knoxville|Knoxville|
GSP|Greenville|Greenville|Greenville Spartanburg
GSO|Greensboro|Greensboro|
SYR|Syracuse|Syracuse|
ROC|Rochester|Rochester|
ALB|Albany|Albany|
PSP|Palm Springs|Palm Springs|
SRQ|Sarasota|Sarasota|
DAY|Dayton|Dayton|
ICT|Wichita|Wichita|
MSN|Madison|Madison|
PWM|Portland Maine|Portland|Portland Jetport
BTV|Burlington|Burlington|
KOA|Kona|Kona|
LIH|Lihue|Kauai|Kauai
SJU|San Juan|San Juan|
YYZ|Toronto Pearson|Toronto|Pearson
YTZ|Toronto Billy Bishop|Toronto|Billy Bishop/Toronto Island
YVR|Vancouver|Vancouver|
YUL|Montreal|Montreal|
YYC|Calgary|Calgary|
YOW|Ottawa|Ottawa|
MEX|Mexico City|Mexico City|
CUN|Cancun|Cancun|Cancún
GDL|Guadalajara|Guadalajara|
SJD|Cabo San Lucas|Cabo San Lucas|Los Cabos/Cabo
GRU|Sao Paulo|Sao Paulo|São Paulo/Guarulhos
EZE|Buenos Aires|Buenos Aires|Ezeiza
BOG|Bogota|Bogota|Bogotá
LIM|Lima|Lima|
SCL|Santiago|Santiago|
PTY|Panama City|Panama City|
LHR|London Heathrow|London|Heathrow
LGW|London Gatwick|London|Gatwick
STN|London Stansted|London|Stansted
MAN|Manchester|Manchester|
EDI|Edinburgh|Edinburgh|
DUB|Dublin|Dublin|
CDG|Paris Charles de Gaulle|Paris|Charles de Gaulle/De Gaulle
ORY|Paris Orly|Paris|Orly
AMS|Amsterdam|Amsterdam|Schiphol
FRA|Frankfurt|Frankfurt|
MUC|Munich|Munich|
BER|Berlin|Berlin|
ZRH|Zurich|Zurich|Zürich
GVA|Geneva|Geneva|
VIE|Vienna|Vienna|
MAD|Madrid|Madrid|
BCN|Barcelona|Barcelona|
LIS|Lisbon|Lisbon|
FCO|Rome|Rome|Fiumicino
MXP|Milan|Milan|Malpensa
ATH|Athens|Athens|
CPH|Copenhagen|Copenhagen|
ARN|Stockholm|Stockholm|
OSL|Oslo|Oslo|
HEL|Helsinki|Helsinki|
IST|Istanbul|Istanbul|
DXB|Dubai|Dubai|
DOH|Doha|Doha|
TLV|Tel Aviv|Tel Aviv|
JNB|Johannesburg|Johannesburg|
DEL|Delhi|Delhi|New Delhi
BOM|Mumbai|Mumbai|Bombay
SIN|Singapore|Singapore|
HKG|Hong Kong|Hong Kong|
ICN|Seoul|Seoul|Incheon
NRT|Tokyo Narita|Tokyo|Narita
HND|Tokyo Haneda|Tokyo|Haneda
PEK|Beijing|Beijing|
PVG|Shanghai|Shanghai|Pudong
BKK|Bangkok|Bangkok|
SYD|Sydney|Sydney|
MEL|Melbourne|Melbourne|
AKL|Auckland|Auckland|
"""

AIRPORTS: dict[str, tuple[str, str, tuple[str, ...]]] = {}
"""Code -> (how it is said, city, other names)."""
for _row in _ROWS.strip().splitlines():
    _code, _said, _city, _others = _row.split("|")
    AIRPORTS[_code] = (_said, _city, tuple(o for o in _others.split("/") if o))
