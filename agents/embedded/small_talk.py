"""What people say in the background: texts of our own, without a name, number, date or code of any scenario.

A recogniser that writes down something of these has heard the background and not the caller.
"""

from __future__ import annotations

TEXTS: tuple[tuple[str, ...], ...] = (
    (
        "So I told her the soup was far too salty, and she just laughed.",
        "Honestly, the garden looks wonderful since they cut that old hedge.",
        "We painted the kitchen yellow, and now the curtains look dreadful.",
        "Have you ever tried growing tomatoes on a balcony?",
        "Mine all turned brown before they were ripe.",
        "My sister says it was too much water.",
    ),
    (
        "The dog ran straight into the lake, and my brother went after him.",
        "You should have seen his shoes.",
        "They were still wet when we sat down for dinner.",
        "Anyway, the weather held, more or less, and the children slept in the back of the van.",
        "I would love to go there again when the leaves turn red.",
        "Bring a warm blanket, though.",
    ),
    (
        "Everybody liked the second half of the film better.",
        "The music was lovely, but who writes an ending like that?",
        "He walks out of the door and that is all.",
        "I kept waiting for somebody to explain the painting.",
        "Perhaps there is another part coming.",
        "Next time I will choose, and we will have popcorn.",
    ),
    (
        "First you melt the butter slowly, then you stir in the flour.",
        "Not too fast, or you get lumps.",
        "My grandmother put a little nutmeg in everything.",
        "The trick is to let the dough rest under a cloth.",
        "Then fold it over, gently, as if it were asleep.",
        "It smells so good that the neighbours come round.",
    ),
    (
        "That old engine makes a terrible noise whenever it rains.",
        "I think water gets into the cables somewhere.",
        "The fellow in the workshop shook his head and made himself some tea.",
        "Well, it still goes uphill, if you ask it nicely.",
        "I would rather walk than sell it, to tell you the truth.",
        "It has gone to the sea and back every summer.",
    ),
    (
        "Our choir is singing in the little church on the hill.",
        "We practise in the hall above the bakery, so everyone is always hungry.",
        "The tenors come in late and blame the piano.",
        "Still, when it works, the whole room rings.",
        "You ought to come along and hum with the altos.",
        "Nobody will mind, as long as you bring a cake.",
    ),
    (
        "The team played better in the rain than it ever did in the sun.",
        "Their keeper slipped, and the ball just rolled past him.",
        "My uncle shouted so much that he went hoarse.",
        "Afterwards we had hot chestnuts by the bridge.",
        "It was the best day of the whole winter.",
        "We walked home along the river in the dark.",
    ),
    (
        "Attention please.",
        "Would the owner of a large brown suitcase kindly return to the information desk.",
        "Please do not leave your belongings unattended.",
        "Passengers with small children are invited to come forward now.",
        "Please have your documents ready.",
        "We apologise for the delay, and thank you for your patience.",
        "The moving walkway is closed for repairs, kindly use the stairs.",
    ),
)
"""By talker, sentence by sentence; the last one reads announcements."""
