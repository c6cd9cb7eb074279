import type { Artist, Catalogue } from "../persona/catalogue.js"
import { dice, hash } from "../persona/dice.js"
import type { Outing } from "../persona/attending/Outing.js"

const date = (day: string) => day.split("-").reverse().join("-")

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "x"

/** One set list. Of concerts of the last days, and of some others, nobody wrote down the songs. */
export const setList = (outing: Outing, id: string, catalogue: Catalogue, now: number) => {
  const [headliner] = outing.performers
  const artist = catalogue.artistNamed(headliner!.name)
  const isWritten = outing.at + 2 * 86_400_000 < now && hash("written", id) % 9 !== 0
  const { city, id: venueId, latitude, longitude, name, state } = outing.place
  return {
    id,
    versionId: hash("version", id).toString(16),
    eventDate: date(outing.date),
    lastUpdated: `${outing.date}T23:30:00.000+0000`,
    artist: {
      mbid: headliner!.mbid ?? "",
      name: headliner!.name,
      sortName: headliner!.name.replace(/^The (.+)$/, "$1, The"),
      disambiguation: "",
      url: `https://www.setlist.fm/setlists/${slug(headliner!.name)}-${id}.html`
    },
    venue: {
      id: venueId.toString(16),
      name,
      city: { id: "5809844", name: city, state: state === "OR" ? "Oregon" : "Washington", stateCode: state, coords: { lat: Math.round(latitude * 100) / 100, long: Math.round(longitude * 100) / 100 }, country: { code: "US", name: "United States" } },
      url: `https://www.setlist.fm/venue/${slug(name)}.html`
    },
    ...(hash("tour", id) % 3 === 0 ? {} : { tour: { name: `${outing.date.slice(0, 4)} Tour` } }),
    sets: { set: isWritten && artist !== undefined ? sets(artist, catalogue, id) : [] },
    url: `https://www.setlist.fm/setlist/${slug(headliner!.name)}/${outing.date.slice(0, 4)}/${slug(name)}-${id}.html`
  }
}

/** A dozen songs, an encore of two, one of them somebody else's. */
const sets = (artist: Artist, { artists, songs }: Catalogue, id: string) => {
  const chance = dice("set list", id)
  const own = songs.slice(artist.firstSong, artist.firstSong + artist.songCount)
  const first = chance.below(Math.max(1, own.length - 12))
  const other = artists[chance.below(40)]!
  return [
    { song: [{ name: "Intro", tape: true }, ...own.slice(first, first + 11).map(({ title }) => ({ name: title }))] },
    { encore: 1, song: [{ name: songs[other.firstSong]!.title, cover: { mbid: other.mbid, name: other.name, sortName: other.name, disambiguation: "", url: "" } }, { name: own[0]!.title, info: "acoustic" }] }
  ]
}
