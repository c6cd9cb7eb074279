/** A kind of music: what people tag it with, and how long its songs run. */
export interface Genre {
  readonly name: string
  /** Community tags that go with it, the most used first. */
  readonly tags: ReadonlyArray<string>
  /** The catalogue's own name for it. */
  readonly catalogueName: string
  /** Typical length of a song, in seconds. */
  readonly seconds: number
  /** What a group of this kind calls itself: "Velmora Quartet". */
  readonly ensembles: ReadonlyArray<string>
}

const genre = (
  name: string,
  catalogueName: string,
  seconds: number,
  tags: ReadonlyArray<string>,
  ensembles: ReadonlyArray<string> = []
): Genre => ({ name, catalogueName, seconds, tags: [name, ...tags], ensembles })

export const genres: ReadonlyArray<Genre> = [
  genre("indie rock", "Alternative", 225, ["indie", "alternative", "rock", "guitar"]),
  genre("indie folk", "Singer/Songwriter", 230, ["folk", "acoustic", "singer-songwriter", "mellow"], ["Stringband"]),
  genre("dream pop", "Alternative", 255, ["shoegaze", "indie pop", "ethereal", "noise pop"]),
  genre("electronic", "Electronic", 290, ["electronica", "idm", "downtempo", "dance"], ["Machine", "Sound System"]),
  genre("ambient", "Electronic", 380, ["drone", "electronic", "atmospheric", "instrumental"], ["Station"]),
  genre(
    "jazz",
    "Jazz",
    345,
    ["contemporary jazz", "instrumental", "piano", "improvisation"],
    ["Trio", "Quartet", "Quintet"]
  ),
  genre("soul", "R&B/Soul", 235, ["neo-soul", "rnb", "funk", "smooth"], ["Revue", "Horns"]),
  genre("hip-hop", "Hip-Hop/Rap", 205, ["rap", "underground hip-hop", "beats", "conscious"], ["Collective"]),
  genre("post-rock", "Rock", 410, ["instrumental", "experimental", "cinematic", "math rock"]),
  genre("post-punk", "Alternative", 215, ["new wave", "darkwave", "punk", "coldwave"]),
  genre("house", "Dance", 360, ["deep house", "electronic", "dance", "disco"], ["Sound System"]),
  genre(
    "classical",
    "Classical",
    330,
    ["contemporary classical", "piano", "strings", "minimalism"],
    ["Ensemble", "Chamber Players", "String Quartet"]
  ),
  genre("metal", "Metal", 300, ["progressive metal", "doom metal", "heavy", "riffs"]),
  genre("country", "Country", 215, ["americana", "alt-country", "roots", "pedal steel"], ["Stringband", "Ramblers"]),
  genre("reggae", "Reggae", 245, ["dub", "roots reggae", "ska", "bass"], ["Sound System", "Rockers"]),
  genre("city pop", "J-Pop", 250, ["japanese", "funk", "80s", "pop"]),
  genre("latin", "Latin", 225, ["cumbia", "spanish", "tropical", "dance"], ["Orquesta", "y su Conjunto"]),
  genre("synthpop", "Pop", 220, ["pop", "electropop", "80s", "dance"])
]

const holidayGenre: Genre = genre("christmas", "Holiday", 175, ["holiday", "xmas", "seasonal", "choir"])

export const spokenGenre: Genre = genre("audiobook", "Spoken Word", 1_500, ["spoken word", "literature", "fiction"])

/** Tags that people set and that name no kind of music. */
export const noiseTags: ReadonlyArray<string> = [
  "seen live",
  "favourites",
  "female vocalists",
  "male vocalists",
  "check out",
  "under 2000 listeners",
  "summer",
  "2010s",
  "2020s"
]

/**
 * What an artist is to the person: most are just heard; holiday music and spoken books have their seasons and hours.
 */
export type ArtistKind = "regular" | "joint" | "holiday" | "audiobook"

export interface Headliner {
  readonly name: string
  readonly kind: ArtistKind
  readonly genre: Genre
  readonly albums: ReadonlyArray<string>
  /** Titles that open its first album, where the songs must be known. */
  readonly songs?: ReadonlyArray<string>
}

const named = (name: string): Genre => genres.find((genre) => genre.name === name)!

const regular = (
  name: string,
  genre: string,
  albums: ReadonlyArray<string>,
  songs: ReadonlyArray<string> = []
): Headliner => ({ name, kind: "regular", genre: named(genre), albums, songs })

/**
 * The artists that every life has, most heard first. Each is here for a case that a reader of such data must survive:
 * names beyond ASCII, a joint name, two artists with a song of the same title, a guest in a title, an album named like
 * its artist, holiday music and a spoken book.
 */
export const headliners: ReadonlyArray<Headliner> = [
  regular(
    "Velmora Tide",
    "indie rock",
    ["Velmora Tide", "Postcards for the Lighthouse", "Second Daylight"],
    ["Northbound", "Glass Harbour (feat. Oskeln)"]
  ),
  regular("Oskeln", "electronic", ["Night Index", "Oscillations I–IV"], ["Low Orbit", "Ferrite"]),
  regular(
    "The Hollumere Lanterns",
    "indie folk",
    ["Barn Songs", "The Long Way to Hollumere"],
    ["Northbound", "Kitchen Waltz"]
  ),
  regular("Brúnaskel", "ambient", ["Þoka yfir Hrafnlunga", "Söltun"], ["Ljósaskipti", "Öldurót"]),
  regular("霧灯楽団", "city pop", ["真夜中の停車場", "銀色のエレベーター"], ["海沿いの信号", "Slow Monday"]),
  regular("Quorrenvale", "soul", ["Tenderly, Quorrenvale", "Marigold Hotel"], ["Keep the Porch Light On"]),
  {
    name: "Velmora Tide & Oskeln",
    kind: "joint",
    genre: named("dream pop"),
    albums: ["Undertow / Overpass"],
    songs: ["Undertow", "Overpass"]
  },
  regular("Señal Ondrela", "latin", ["Balcón de Agosto", "Cumbia del Faro"], ["¿Quién Apagó la Luna?", "Niña de Sal"]),
  regular("Żarnelka Trio", "jazz", ["Wieczór w Żarnelce"], ["Mgła", "Świetlik"]),
  regular("Кедролин", "post-punk", ["Белый шум", "Окна настежь"], ["Трамвай", "Сентябрь"]),
  regular(
    "Thalwick",
    "hip-hop",
    ["Corner Store Almanac", "Receipts"],
    ["Laundromat (feat. Quorrenvale)", "Exact Change"]
  ),
  {
    name: "The Tinsel Orchard Choir",
    kind: "holiday",
    genre: holidayGenre,
    albums: ["A Very Tinsel Christmas", "Carols from the Orchard"],
    songs: [
      "Sleigh Ride Through the Orchard",
      "Christmas on Lantern Street",
      "Carol of the Apple Boughs",
      "O Tinsel Night"
    ]
  },
  {
    name: "Penwarrow Audiobooks",
    kind: "audiobook",
    genre: spokenGenre,
    albums: ["The Cartographer's Almanac (Unabridged)", "A Winter at Quillon Lighthouse (Unabridged)"]
  }
]
