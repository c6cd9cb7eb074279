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
  genre("jazz", "Jazz", 345, ["contemporary jazz", "instrumental", "piano", "improvisation"], ["Trio", "Quartet", "Quintet"]),
  genre("soul", "R&B/Soul", 235, ["neo-soul", "rnb", "funk", "smooth"], ["Revue", "Horns"]),
  genre("hip-hop", "Hip-Hop/Rap", 205, ["rap", "underground hip-hop", "beats", "conscious"], ["Collective"]),
  genre("post-rock", "Rock", 410, ["instrumental", "experimental", "cinematic", "math rock"]),
  genre("post-punk", "Alternative", 215, ["new wave", "darkwave", "punk", "coldwave"]),
  genre("house", "Dance", 360, ["deep house", "electronic", "dance", "disco"], ["Sound System"]),
  genre("classical", "Classical", 330, ["contemporary classical", "piano", "strings", "minimalism"], ["Ensemble", "Chamber Players", "String Quartet"]),
  genre("metal", "Metal", 300, ["progressive metal", "doom metal", "heavy", "riffs"]),
  genre("country", "Country", 215, ["americana", "alt-country", "roots", "pedal steel"], ["Stringband", "Ramblers"]),
  genre("reggae", "Reggae", 245, ["dub", "roots reggae", "ska", "bass"], ["Sound System", "Rockers"]),
  genre("city pop", "J-Pop", 250, ["japanese", "funk", "80s", "pop"]),
  genre("latin", "Latin", 225, ["cumbia", "spanish", "tropical", "dance"], ["Orquesta", "y su Conjunto"]),
  genre("synthpop", "Pop", 220, ["pop", "electropop", "80s", "dance"])
]

export const holidayGenre: Genre = genre("christmas", "Holiday", 175, ["holiday", "xmas", "seasonal", "choir"])

export const spokenGenre: Genre = genre("audiobook", "Spoken Word", 1_500, ["spoken word", "literature", "fiction"])

/** Tags that people set and that name no kind of music. */
export const noiseTags: ReadonlyArray<string> = [
  "seen live", "favourites", "female vocalists", "male vocalists", "check out", "under 2000 listeners", "summer", "2010s", "2020s"
]
