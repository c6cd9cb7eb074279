import { type Genre, genres, holidayGenre, spokenGenre } from "./genres.js"

/** What an artist is to the person: most are just heard; holiday music and spoken books have their seasons and hours. */
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

const regular = (name: string, genre: string, albums: ReadonlyArray<string>, songs: ReadonlyArray<string> = []): Headliner =>
  ({ name, kind: "regular", genre: named(genre), albums, songs })

/**
 * The artists that every life has, most heard first. Each is here for a case that a reader of such data must survive:
 * names beyond ASCII, a joint name, two artists with a song of the same title, a guest in a title, an album named like
 * its artist, holiday music and a spoken book.
 */
export const headliners: ReadonlyArray<Headliner> = [
  regular("Velmora Tide", "indie rock", ["Velmora Tide", "Postcards for the Lighthouse", "Second Daylight"], ["Northbound", "Glass Harbour (feat. Oskeln)"]),
  regular("Oskeln", "electronic", ["Night Index", "Oscillations I–IV"], ["Low Orbit", "Ferrite"]),
  regular("The Hollumere Lanterns", "indie folk", ["Barn Songs", "The Long Way to Hollumere"], ["Northbound", "Kitchen Waltz"]),
  regular("Brúnaskel", "ambient", ["Þoka yfir Hrafnlunga", "Söltun"], ["Ljósaskipti", "Öldurót"]),
  regular("霧灯楽団", "city pop", ["真夜中の停車場", "銀色のエレベーター"], ["海沿いの信号", "Slow Monday"]),
  regular("Quorrenvale", "soul", ["Tenderly, Quorrenvale", "Marigold Hotel"], ["Keep the Porch Light On"]),
  { name: "Velmora Tide & Oskeln", kind: "joint", genre: named("dream pop"), albums: ["Undertow / Overpass"], songs: ["Undertow", "Overpass"] },
  regular("Señal Ondrela", "latin", ["Balcón de Agosto", "Cumbia del Faro"], ["¿Quién Apagó la Luna?", "Niña de Sal"]),
  regular("Żarnelka Trio", "jazz", ["Wieczór w Żarnelce"], ["Mgła", "Świetlik"]),
  regular("Кедролин", "post-punk", ["Белый шум", "Окна настежь"], ["Трамвай", "Сентябрь"]),
  regular("Thalwick", "hip-hop", ["Corner Store Almanac", "Receipts"], ["Laundromat (feat. Quorrenvale)", "Exact Change"]),
  {
    name: "The Tinsel Orchard Choir",
    kind: "holiday",
    genre: holidayGenre,
    albums: ["A Very Tinsel Christmas", "Carols from the Orchard"],
    songs: ["Sleigh Ride Through the Orchard", "Christmas on Lantern Street", "Carol of the Apple Boughs", "O Tinsel Night"]
  },
  {
    name: "Penwarrow Audiobooks",
    kind: "audiobook",
    genre: spokenGenre,
    albums: ["The Cartographer's Almanac (Unabridged)", "A Winter at Quillon Lighthouse (Unabridged)"]
  }
]
