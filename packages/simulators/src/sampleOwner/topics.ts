/** One thing that the person reads about: words that belong together, so that texts about it are near each other. */
export interface Topic {
  readonly name: string
  readonly tags: ReadonlyArray<string>
  /** What the texts are about; a title names one. */
  readonly subjects: ReadonlyArray<string>
  /** Sentences about a subject, written `@`. */
  readonly sentences: ReadonlyArray<string>
}

export const topics: ReadonlyArray<Topic> = [
  {
    name: "Baking",
    tags: ["cooking", "bread"],
    subjects: ["sourdough bread", "rye loaves", "croissant dough", "the baker's oven", "wild yeast", "flatbread"],
    sentences: [
      "Whoever bakes @ at home soon learns that flour, water and salt are the easy part and that patience is the recipe.",
      "The dough for @ has to rest overnight in a cool kitchen, until the yeast has filled it with small bubbles.",
      "A hot stone and a pan of steam in the oven give @ its crackling crust.",
      "Bakers weigh their flour for @ to the gram and trust their fingers for the rest.",
      "Too much salt slows the fermentation of @, too little makes a sticky dough without taste.",
      "Fresh from the oven, @ should cool for an hour before anybody cuts the first slice and spreads the butter."
    ]
  },
  {
    name: "Space",
    tags: ["science", "astronomy"],
    subjects: [
      "the moons of Jupiter",
      "distant galaxies",
      "a dying star",
      "the dust of comets",
      "radio telescopes",
      "the surface of Mars"
    ],
    sentences: [
      "Astronomers point their telescopes at @ for a few clear nights a year and argue about the data for the rest of it.",
      "The light of @ left long before anybody on Earth looked up at the sky with a lens.",
      "A small probe in orbit measured the gravity near @ and sent the numbers home through the dark of space.",
      "The spectrum of @ shows hydrogen, helium and a line that no theory of stars explains.",
      "If the new observatory in the desert sees what its builders hope for, @ will have to be mapped again.",
      "Planets form where nobody can watch, but @ keeps a record of how the solar system began."
    ]
  },
  {
    name: "Databases",
    tags: ["programming", "databases"],
    subjects: [
      "database indexes",
      "write-ahead logs",
      "query planners",
      "transaction isolation",
      "replication lag",
      "schema migrations"
    ],
    sentences: [
      "Every engineer who has run a server at night has a story about @ and a query that took the whole system down.",
      "The documentation explains @ in one paragraph; the source code needs four thousand lines.",
      "Before you tune @, measure how many rows the query reads and how many pages of the disk it touches.",
      "A transaction that depends on @ must survive a crash in the middle of a commit, or the data is lost.",
      "The program kept its state in memory, and @ was what brought it back after the process was killed.",
      "Most performance bugs in software that stores data come down to @ and to a missing test."
    ]
  },
  {
    name: "Running",
    tags: ["sport", "running"],
    subjects: [
      "marathon training",
      "trail running",
      "easy miles",
      "interval sessions",
      "running shoes",
      "the long Sunday run"
    ],
    sentences: [
      "Coaches agree on little, but all of them say that @ should feel slower than the runner's pride would like.",
      "The legs remember @ for days, and the heart rate tells when they have recovered.",
      "Twelve weeks of @ turn a tired jogger into somebody who can hold a pace up a hill.",
      "Injuries come from doing too much of @ too soon, on asphalt, in worn-out shoes.",
      "At kilometre thirty the race begins, and @ is what carries the athlete to the finish line.",
      "Water, sleep and an ordinary breakfast do more for @ than any gadget on the wrist."
    ]
  },
  {
    name: "Gardens",
    tags: ["nature", "gardening"],
    subjects: [
      "tomato plants",
      "a compost heap",
      "old apple trees",
      "wildflower meadows",
      "winter vegetables",
      "the kitchen garden"
    ],
    sentences: [
      "In early spring the gardener looks at @ and sees the whole summer in a handful of soil.",
      "Bees and beetles find @ long before the first leaves have opened.",
      "The roots of @ want loose earth, a little shade in July and rain at the right time.",
      "Seeds for @ are sown after the last frost and thinned when they have grown their second pair of leaves.",
      "Slugs will eat @ in a single wet night, and no trick in the books keeps them away for long.",
      "By autumn @ has fed the family, the neighbours and most of the blackbirds in the street."
    ]
  },
  {
    name: "Cities",
    tags: ["cities", "architecture"],
    subjects: [
      "night trains",
      "bicycle lanes",
      "social housing",
      "the tram network",
      "empty office towers",
      "the market square"
    ],
    sentences: [
      "City planners drew @ on a map in the sixties, and the people who live there have argued with it ever since.",
      "When the council paid for @, rents in the streets around it rose within a year.",
      "Architects photograph @ in the morning, before the commuters and the delivery vans arrive.",
      "A street with @ is quieter, safer and, as the shopkeepers found, better for business.",
      "The mayor promised @ in two campaigns and built it in the third.",
      "Visitors hardly notice @, but without it the neighbourhood would need twice as many parking spaces."
    ]
  },
  {
    name: "Music",
    tags: ["music", "culture"],
    subjects: [
      "modular synthesizers",
      "the string quartet",
      "vinyl pressing plants",
      "choir rehearsals",
      "jazz drumming",
      "field recordings"
    ],
    sentences: [
      "Musicians who work with @ talk about it the way sailors talk about weather.",
      "The album was made with @, two microphones and an old tape machine in a rented barn.",
      "A listener hears the melody first; the player of @ hears the room, the silence and the breath before the note.",
      "Concert halls were built for louder things than @, which is why the best recordings were made in kitchens.",
      "She had practised @ for ten years before a record label would listen to a single song.",
      "The rhythm of @ never repeats exactly, and that is what keeps the audience awake."
    ]
  },
  {
    name: "Oceans",
    tags: ["nature", "sea"],
    subjects: [
      "deep-sea fish",
      "coral reefs",
      "tide tables",
      "whale songs",
      "container ships",
      "the cold currents of the north"
    ],
    sentences: [
      "The research vessel spent nine weeks at sea to study @ and came back with three minutes of film.",
      "Fishermen knew about @ long before the marine biologists gave it a Latin name.",
      "Below two thousand metres the water is black, and @ is the only thing that moves.",
      "Warmer oceans change @ faster than the models of the climate had predicted.",
      "The harbour pilots read @ every morning, as their grandfathers did, before the first ship leaves the port.",
      "Waves, salt and storms have shaped @ for longer than there have been maps of the coast."
    ]
  },
  {
    name: "Money",
    tags: ["economics", "work"],
    subjects: [
      "central banks",
      "housing prices",
      "the four-day week",
      "pension funds",
      "small shops",
      "the price of bread"
    ],
    sentences: [
      "Economists disagree about @, but they agree that nobody saw the last crisis coming.",
      "Interest rates rose again, and @ was the first thing in the economy to feel it.",
      "The study followed wages, debts and @ in six countries over thirty years.",
      "Investors sold what they had bought, and @ lost a fifth of its value in a week.",
      "For workers with low incomes @ decides whether the month has an end without a loan.",
      "Inflation makes everybody look at @, and hardly anybody at the taxes behind it."
    ]
  },
  {
    name: "History",
    tags: ["history", "essays"],
    subjects: [
      "medieval scribes",
      "a lost library",
      "the first postal routes",
      "a border village",
      "the invention of the pencil",
      "salt roads"
    ],
    sentences: [
      "The archive keeps eleven letters about @, and the historian has read each of them a hundred times.",
      "In the spring of that year the king's men wrote down what they knew of @, and then the war came.",
      "Monks and merchants told different stories of @, and both had reasons to lie.",
      "For three centuries nobody thought that @ was worth a book.",
      "A map drawn by hand shows @ where the old road crossed the river.",
      "What is left of @ is in a museum drawer, between a coin and a broken comb."
    ]
  },
  {
    name: "Health",
    tags: ["science", "health"],
    subjects: ["sleep and memory", "allergies", "the immune system", "back pain", "hearing loss", "vaccines"],
    sentences: [
      "Doctors used to tell their patients that @ was a matter of age; the new study says otherwise.",
      "The trial with two thousand patients compared @ in those who took the medicine and those who did not.",
      "Cells in the blood carry the signs of @ years before the first symptoms.",
      "Researchers at the hospital measured @ in volunteers who stayed awake for a night.",
      "A good physician asks about @ before she looks at the screen.",
      "The brain repairs itself in ways that nobody suspected when @ was first described in a medical journal."
    ]
  },
  {
    name: "Language",
    tags: ["language", "books"],
    subjects: [
      "dying dialects",
      "the art of translation",
      "punctuation",
      "crossword puzzles",
      "children's first words",
      "dictionaries"
    ],
    sentences: [
      "Linguists have recorded @ in villages where only the oldest people still speak that way.",
      "A sentence about @ can be true in one language and impossible to say in another.",
      "Writers fear @, editors love it, and readers notice it only when it is wrong.",
      "The grammar of @ is older than any book and is changed by teenagers every summer.",
      "Novelists steal words, and @ is where many of them were found.",
      "What a poem loses in @ can sometimes be won back in the rhythm of its vowels."
    ]
  }
]
