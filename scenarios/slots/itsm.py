"""What a company's IT service desk asks its staff."""

from __future__ import annotations

from scenarios.slots.entry import Entry

_PHONE = r"(?:phone|telephone|mobile|cell)"
_FOUR = r"last (?:four|4)\b(?: digits?)?"
_NUMBER = r"(?:number|i\.?d\b|code)\.?"
_LEAVER = r"(?:leaver|departing|leaving)\w*(?:'s)?"
_MANAGER = r"managers?(?:'s?)?"
_DEVICE = r"(?:device|laptop|computer|machine|asset|monitor)"
_PEOPLE = r"(?:people|persons|attendees|seats|guests|participants)"


def _employee(whose: str) -> str:
    return rf"{whose}(?:\W+\w+){{0,3}}?\W+{_NUMBER}|{_NUMBER}\s+of\b.{{0,12}}\b{whose}"


ENTRIES = (
    Entry(
        "phone_last_four",
        "the last four digits of your phone number",
        rf"{_PHONE}[^.?!]{{0,30}}\b{_FOUR}|{_FOUR}(?:[^.?!]{{0,30}}?\b{_PHONE}(?: number)?)?",
        leads=("The last four digits are {}.", "The last four of my phone are {}."),
    ),
    Entry(
        "new_phone_last_four",
        "the last four digits of your new phone number",
        rf"new {_PHONE}[^.?!]{{0,30}}\b{_FOUR}|{_FOUR}[^.?!]{{0,30}}?\bnew\b(?: {_PHONE}(?: number)?)?"
        rf"|{_FOUR}[^.?!]{{0,30}}?\b{_PHONE}[^.?!]{{0,20}}?\b(?:want|like|wish)\b",
        leads=("The last four digits of the new phone are {}.",),
    ),
    Entry(
        "manager_auth_code",
        "your manager authorization code",
        rf"{_MANAGER}\W+(?:\w+\W+)?(?:code|authori[sz]\w+)(?: code)?|authori[sz]ation code",
        leads=("My manager authorization code is {}.", "The authorization code is {}."),
    ),
    Entry(
        "new_hire_employee_id",
        "the new hire's employee number",
        _employee(r"new (?:hire|starter|employee|colleague|person)\w*(?:'s)?"),
        leads=("The new hire's employee number is {}.",),
    ),
    Entry(
        "departing_employee_id",
        "the departing employee's number",
        _employee(_LEAVER) + r"|departing employee(?:'s)?|\bemployee\b.{0,24}\b(?:leav|depart)\w+",
        leads=("The departing employee's number is {}.",),
    ),
    Entry(
        "manager_employee_id",
        "your manager employee number",
        _employee(_MANAGER),
        leads=("The manager's employee number is {}.",),
    ),
    Entry(
        "approver_employee_id",
        "the approver's employee number",
        _employee(r"approver\w*(?:'s)?"),
        leads=("The approver's employee number is {}.",),
    ),
    Entry(
        "escalate_to_employee_id",
        "the employee number to escalate to",
        _employee(r"(?:escalat\w+|director|senior)\w*(?:'s)?") + rf"|{_NUMBER}.{{0,30}}\b(?:escalat\w+|above\b)",
        leads=("The employee number to escalate to is {}.",),
    ),
    Entry(
        "asset_tag",
        "the asset tag",
        rf"\basset(?:'s)?(?:\s+(?:tag|number|i\.?d\b))?|\btag\b(?: number)?|{_DEVICE}\s+(?:tag|number)",
        leads=("The asset tag is {}.", "Asset tag {}."),
    ),
    Entry(
        "current_asset_tag",
        "the asset tag of your current device",
        rf"(?:current|old|present|existing)\b.{{0,20}}\b(?:asset|tag|{_DEVICE})(?:\s+tag)?"
        rf"|(?:asset )?tag\b.{{0,20}}\b(?:current|old|present|existing)\b(?: {_DEVICE})?"
        r"|\basset\s+tag",
        leads=("The asset tag of my current device is {}.", "The asset tag is {}."),
    ),
    Entry(
        "issue_category",
        "the kind of issue",
        r"(?:kind|type|sort|category)\b.{0,8}\b(?:issue|problem)|issue (?:category|type)|\bissue\b|\bproblem\b",
        question="What kind of issue is it, a login issue, network connectivity, or a hardware malfunction?",
        leads=("It's {a}.", "The problem is {a}."),
        read="{a}",
    ),
    Entry(
        "category",
        "the kind of incident",
        r"(?:kind|type|sort|category)\b.{0,8}\b(?:incident|issue|problem|ticket)|incident (?:category|type)"
        r"|\bcategory\b",
        question="What kind of incident is it, please?",
        leads=("It's {a}.", "The category is {}."),
        read="{a}",
    ),
    Entry(
        "flow_id",
        "the kind of issue",
        r"(?:kind|type|sort|category)\b.{0,8}\b(?:issue|problem)|issue (?:category|type)",
        question="What kind of issue was it, please?",
        leads=("It's {a}.",),
    ),
    Entry(
        "target_system",
        "the system that is affected",
        r"(?:which|what|target|affected)\s+(?:system|account)|\bsystem\b|which\b.{0,12}\baccount",
        question="Which system is it, please?",
        leads=("It's {}.", "The system is {}."),
        says={"erp_oracle": "Oracle E R P"},
    ),
    Entry(
        "affected_system",
        "the system that is affected",
        r"(?:affected|which|what)\s+(?:system|service|device|application)|\bsystem\b|\baffected\b",
        question="Which system is affected, please?",
        leads=("It's {}.", "The affected system is {}."),
    ),
    Entry(
        "service_name",
        "the service that is affected",
        r"(?:which|what|affected)\s+(?:service|system)|\bservice\b(?! desk)",
        question="Which service is affected, please?",
        leads=("It's {}.", "The service is {}."),
        says={"erp_oracle": "Oracle E R P"},
    ),
    Entry(
        "urgency",
        "the urgency",
        r"how urgent|urgen\w+|priority|how\b.{0,20}\b(?:affect|impact)\w*",
        question="What is the urgency, low, medium, or high?",
        leads=("The urgency is {}.", "I would call the urgency {}."),
    ),
    Entry(
        "ticket_number",
        "the ticket number",
        r"\b(?:ticket|incident)(?:'s)?\s+(?:number|i\.?d\b|reference)|which (?:ticket|incident)",
        leads=("The ticket number is {}.", "Ticket number {}."),
    ),
    Entry(
        "diagnostic_ref_code",
        "the diagnostic code",
        r"diagnos\w*(?:\s+\w+)?(?:\s+(?:code|reference|number))?",
        leads=("The diagnostic code is {}.",),
    ),
    Entry(
        "building_code",
        "the building",
        r"\bbuilding(?:'s)?(?:\s+(?:code|name|number))?|(?:which|what) (?:site|campus|location)",
        question="Which building is it, please?",
        leads=("The building is {}.", "It's {}."),
    ),
    Entry(
        "floor_code",
        "the floor number",
        r"\bfloor(?:'s)?(?:\s+(?:code|number))?|\bfour number",
        question="What is the floor number, please?",
        leads=("The floor is {}.", "It's {}."),
    ),
    Entry(
        "delivery_building",
        "the building for the delivery",
        r"(?:deliver\w*|ship\w*|send)\b.{0,20}\bbuilding|building\b.{0,20}\b(?:deliver|ship)\w*"
        r"|\bbuilding(?:\s+(?:code|name|number))?"
        r"|where\b.{0,24}\b(?:deliver|ship|send)\w*",
        question="Which building should the delivery go to, please?",
        leads=("The building is {}.", "It should go to {}."),
    ),
    Entry(
        "delivery_floor",
        "the floor number for the delivery",
        r"(?:deliver\w*|ship\w*|send)\b.{0,20}\bfloor|floor\b.{0,20}\b(?:deliver|ship)\w*"
        r"|\bfloor(?:\s+(?:code|number))?|\bfour number",
        question="What is the floor number for the delivery, please?",
        leads=("The floor is {}.",),
    ),
    Entry(
        "time_window",
        "the time of day",
        r"time (?:window|of day|slot)|morning\b.{0,24}\bor\b.{0,24}\b(?:afternoon|day)|afternoon\b.{0,24}\bor\b"
        r"|part of the day",
        question="Which time window would you like, morning, afternoon, or full day?",
        leads=("{cap}, please.", "The {} would be best."),
    ),
    Entry(
        "request_type",
        "the hardware you need",
        r"\bhard ?wh?[ae]re\b(?! malf)|laptop\b.{0,24}\bor\b.{0,24}\bmonitor|monitor\b.{0,24}\bor\b.{0,24}\blaptop"
        r"|(?:type|kind)\b.{0,8}\b(?:request|hardware|equipment|device)|request type"
        r"|which (?:device|hardware)",
        question="Do you need a laptop replacement or a monitor bundle?",
        leads=("I need {a}.", "It's {a}."),
        read="{a}",
    ),
    Entry(
        "justification",
        "the reason for the request",
        r"\breason|\bwhy\b|justif\w+",
        question="What is the reason for the request, please?",
        leads=("The reason is {}.", "The reason for it is {}."),
    ),
    Entry(
        "laptop_os",
        "the operating system",
        r"operating system|\bo\.?s\b\.?|mac\w*\b.{0,24}\bor\b.{0,24}\bwindows|windows\b.{0,24}\bor\b.{0,24}\bmac\w*",
        question="Which operating system would you like, mac OS or Windows?",
        leads=("{cap}, please.", "I'd like {}."),
    ),
    Entry(
        "laptop_size",
        "the screen size of the laptop",
        r"(?:laptop|screen)\b.{0,20}\bsize|size\b.{0,20}\blaptop|(?:which|what) size|how (?:big|large)|\bsize\b",
        question="Which size should the laptop have, please?",
        leads=("{cap}, please.",),
    ),
    Entry(
        "monitor_size",
        "the size of the monitor",
        r"(?:monitor|screen)\w*\b.{0,20}\bsize|size\b.{0,20}\bmonitor|(?:which|what) size|how (?:big|large)|\bsize\b",
        question="Which size should the monitor have, please?",
        leads=("{cap}, please.",),
    ),
    Entry(
        "request_id",
        "the request number",
        r"\brequest(?:'s)?\s+(?:number|i\.?d\b|reference)|(?:which|what) request\b(?! type)",
        leads=("The request number is {}.", "Request number {}."),
    ),
    Entry(
        "application_name",
        "the application",
        r"\bapplication(?:'s)?(?:\s+name)?|\bapp\b|name of the (?:app|application|software|tool)"
        r"|which (?:software|tool|program)",
        question="Which application is it, please?",
        leads=("The application is {}.", "It's {}."),
        spelled=False,
    ),
    Entry(
        "access_level",
        "the access level",
        r"(?:access )?\blevel\b|(?:kind|type|sort)\b.{0,8}\baccess|read[ -]only\b.{0,24}\bor\b",
        question="Which access level do you need, read only, standard, or admin?",
        leads=("{cap} access, please.", "I need {} access."),
        read="{} access",
    ),
    Entry(
        "license_name",
        "the license",
        r"\blicen[cs]e(?:'s)?(?:\s+name)?(?!\W+(?:assignment|number))|(?:which|what) (?:software|product)"
        r"|name of the (?:software|product|license)",
        question="Which license is it, please?",
        leads=("The license is {}.", "It's {}."),
        spelled=False,
    ),
    Entry(
        "license_assignment_id",
        "the license assignment number",
        rf"licen[cs]e assignment(?:'s)?(?:\s+{_NUMBER})?|assignment\s+{_NUMBER}",
        leads=("The license assignment number is {}.",),
    ),
    Entry(
        "duration_days",
        "the number of days",
        r"how (?:many days|long)|number of days|duration|(?:thirty|30)\b.{0,30}\bor\b.{0,12}\b(?:ninety|90)",
        question="For how many days do you need it, please?",
        leads=("For {}, please.", "{cap}, please."),
        read="{}",
        unit=("day", "days"),
    ),
    Entry(
        "desk_code",
        "the desk code",
        r"\bdesk(?:'s)?(?:\s+(?:code|number))?",
        question="Which desk would you like? Please give me the desk code.",
        leads=("The desk code is {}.", "Desk {}."),
    ),
    Entry(
        "zone_code",
        "the parking zone",
        r"(?:parking )?\bzone(?:'s)?(?:\s+(?:code|name))?|(?:which|what) (?:garage|parking lot|lot|parking area)",
        question="Which parking zone would you like, please?",
        leads=("The zone is {}.", "{cap}, please."),
    ),
    Entry(
        "parking_space_id",
        "the parking space",
        r"(?:parking )?\bspaces?(?:'s)?(?:\s+(?:number|code|i\.?d\b))?|\bparking spot",
        question="Which parking space would you like, please?",
        leads=("The parking space is {}.", "Space {}."),
    ),
    Entry(
        "resource_type",
        "what you want to wait for",
        r"desk\b.{0,24}\bor\b.{0,24}\bparking|parking\b.{0,24}\bor\b.{0,24}\bdesk"
        r"|which (?:waitlist|waiting list)|wait for",
        question="Which waitlist is it, desk or parking?",
        leads=("For the {} waitlist, please.",),
    ),
    Entry(
        "zone_or_building",
        "the zone or building",
        r"\bzone\b.{0,12}\bbuilding|\bbuilding\b.{0,12}\bzone|\bbuilding\b|\bzone\b",
        question="Which zone or building is it, please?",
        leads=("It's {}.", "{cap}, please."),
    ),
    Entry(
        "equipment_type",
        "the equipment",
        r"(?:which|what|kind of|type of)\b.{0,12}\bequipment(?! required)|\bequipment\b|equipment type",
        question="Which equipment would you like, please?",
        leads=("I'd like {a}.", "{A}, please."),
        read="{a}",
    ),
    Entry(
        "equipment_required",
        "the equipment that the room needs",
        r"\bequipment\b(?:.{0,24}\b(?:room|meeting|need)\w*)?|(?:room|meeting)\b.{0,24}\bequipment",
        question="Which equipment does the room need, please?",
        leads=("The room needs {}.", "We need {}."),
    ),
    Entry(
        "min_capacity",
        "the number of people",
        rf"how many\b.{{0,16}}\b{_PEOPLE}|number of {_PEOPLE}|capacity|how (?:big|large)\b.{{0,16}}\broom",
        question="How many people are coming, please?",
        leads=("{cap}.", "We are {}."),
        read="{}",
        unit=("person", "people"),
    ),
    Entry(
        "attendee_count",
        "the number of attendees",
        rf"how many\b.{{0,16}}\b{_PEOPLE}|number of {_PEOPLE}|\battendees",
        question="How many attendees are there, please?",
        leads=("{cap}.", "We are {}."),
        read="{}",
        unit=("attendee", "attendees"),
    ),
    Entry(
        "room_code",
        "the room code",
        r"\broom(?:'s)?\s+(?:code|number|name)|(?:which|what) room",
        question="Which room would you like? Please give me the room code.",
        leads=("The room code is {}.", "Room {}."),
    ),
    Entry(
        "department_code",
        "the department code",
        r"\bdepartment(?:'s)?(?:\s+(?:code|name|number))?",
        leads=("The department code is {}.", "The department is {}."),
    ),
    Entry(
        "role_code",
        "the role code",
        r"\brol[el](?:'s)?(?:\s+(?:code|name|number))?|job (?:title|role)",
        leads=("The role code is {}.", "The role is {}."),
    ),
    Entry(
        "new_role_code",
        "the new role code",
        r"new\s+rol[el](?:'s)?(?:\s+(?:code|name|number))?|\brol[el](?:'s)?\s+(?:code|name|number)"
        r"|(?:which|what) rol[el]",
        leads=("The new role code is {}.", "The new role is {}."),
    ),
    Entry(
        "access_groups",
        "the access groups",
        r"(?:access )?\bgroups(?:'s)?(?:\s+codes?)?|access group\b",
        question="Which access groups does the new hire need, please?",
        leads=("The access groups are {}.",),
    ),
    Entry(
        "group_code",
        "the group code",
        r"(?:access )?\bgroup(?:'s)?(?:\s+(?:code|name|number))?",
        leads=("The group code is {}.", "The group is {}."),
    ),
    Entry(
        "action",
        "whether to add or remove you",
        r"\b(?:add|join)\b.{0,24}\bor\b.{0,24}\b(?:remove|leave)"
        r"|\b(?:remove|leave)\b.{0,24}\bor\b.{0,24}\b(?:add|join)",
        question="Do you want me to add or remove you?",
        leads=("{cap} me, please.",),
        answers={"add": "Please add me to that group.", "remove": "Please remove me from that group."},
        read="to {} you",
    ),
    Entry(
        "permission_template_id",
        "the permission template",
        r"(?:permission )?\btemplate(?:'s)?(?:\s+(?:code|number|i\.?d\b))?",
        question="Which permission template is it, please?",
        leads=("The permission template is {}.",),
    ),
    Entry(
        "start_date",
        "the new hire's start date",
        r"(?:new hire|starter|employee|account)\w*(?:'s)?\W+(?:\w+\W+)?(?:start|first)\w*\s(?:date|day)"
        r"|\b(?:start|begin|first)\w*\s(?:date|day)|\bwhen\b.{0,30}\b(?:start|begin)\w*",
        question="What is the new hire's start date, please?",
        leads=("The start date is {}.", "The new hire starts on {}."),
    ),
    Entry(
        "review_date",
        "the review date",
        r"review(?:'s)?\s+(?:date|day)|(?:date|day)\b.{0,16}\breview",
        question="What is the review date, please?",
        leads=("The review date is {}.",),
    ),
    Entry(
        "last_working_day",
        "the last working day",
        r"last\b.{0,12}\b(?:day|date)|(?:day|date)\b.{0,16}\b(?:leav|depart)\w+",
        question="What is the last working day, please?",
        leads=("The last working day is {}.",),
    ),
    Entry(
        "removal_scope",
        "whether it is a full or a staged removal",
        r"full\b.{0,24}\bor\b.{0,24}\bstaged?|staged?\b.{0,24}\bor\b.{0,24}\bfull"
        r"|(?:kind|type|scope)\b.{0,12}\bremoval|removal scope|\bscope\b",
        question="Do you want a full removal or a staged removal?",
        leads=("{cap}, please.", "{A} removal, please."),
        read="{a} removal",
    ),
    Entry(
        "recovery_method",
        "how the equipment comes back",
        r"shipping label\b.{0,24}\bor\b|drop[ -]?off\b.{0,24}\bor\b|recovery method"
        r"|how\b.{0,30}\b(?:return|come|comes|send|recover)\w*",
        question="How should the equipment come back, by shipping label or drop off?",
        leads=("{cap}, please.", "By {}."),
    ),
    Entry(
        "incident_type",
        "what happened to the device",
        r"lost\b.{0,24}\bor\b|stolen\b.{0,24}\bor\b|what happened to"
        r"|(?:kind|type)\b.{0,8}\b(?:security )?incident|incident type",
        question="What happened to the device, please?",
        leads=("It was {}.", "It's {}."),
        says={"suspected_compromise": "a suspected compromise"},
        read="{}",
    ),
    Entry(
        "security_case_id",
        "the security case number",
        r"security case(?:'s)?(?:\s+(?:number|i\.?d\b))?",
        leads=("The security case number is {}.",),
    ),
    Entry(
        "catalog_id",
        "the catalog number",
        r"catalog(?:ue)?(?:'s)?\s+(?:number|i\.?d\b|code)",
        leads=("The catalog number is {}.",),
    ),
)

UNASKED = frozenset({"troubleshooting_completed", "sla_tier", "resolution_type", "approval_status"})
