import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { forEvery } from "../../adapters/test/support/property.js"
import { ask, post } from "../../http/test/support/http.js"
import { inProcessHost, newSettings } from "./support/inProcessHost.js"
import {
  type Key,
  type PlainCorrection,
  type PlainIdentity,
  type PlainPlay,
  type TitleType,
  correctPlays
} from "./support/plainCorrections.js"
import { restoreSample } from "./support/sampleHome.js"

const zone = "America/Los_Angeles"
const correctionCount = 200
const maxTries = 800
/** Some 400 corrections are made or removed, each in a tenth of a second; more on a busy machine. */
const patienceMs = 900_000

interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly pagination: { readonly page: number; readonly total_pages: number }
}

interface Named {
  readonly id: number
  readonly name: string
}

/** Numbers from 0 to below a bound, the same for a seed. */
const dice = (seed: number) => {
  let state = seed
  return (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** Counts by text, those with the most first. */
const tally = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return Array.from(counts, ([text, count]) => `${text} ${count}`).sort()
}

const low = (...names: ReadonlyArray<string>) => names.join(" | ").toLowerCase()

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" })
const dayOf = ({ at }: PlainPlay) => dayFormat.format(new Date(at))

/** The longest row of days in which every day has a play. */
const longestOf = (plays: ReadonlyArray<PlainPlay>): number => {
  const numbers = Array.from(new Set(plays.map(dayOf)), (day) => Date.parse(day) / 86_400_000).sort((a, b) => a - b)
  let [longest, current] = [0, 0]
  numbers.forEach((day, index) => {
    current = numbers[index - 1] === day - 1 ? current + 1 : 1
    longest = Math.max(longest, current)
  })
  return longest
}

it.scopedLive(
  "the sample owner's library is what an own implementation makes of it with 200 corrections, and as before without",
  () =>
    Effect.gen(function* () {
      const settings = { ...(yield* newSettings), DAYBOOK_TIMEZONE: zone }
      yield* restoreSample(settings)
      const { admin: key, url } = yield* inProcessHost(settings)
      const read = (path: string) => Effect.map(ask(`${url}/v1/${path}`, { key }), ({ json }) => json as unknown)
      const all = <A>(path: string, limit: number) =>
        Effect.gen(function* () {
          const rows: Array<A> = []
          for (let page = 1, last = 1; page <= last; page++) {
            const answer = (yield* read(
              `${path}${path.includes("?") ? "&" : "?"}limit=${limit}&page=${page}`
            )) as Page<A>
            rows.push(...answer.data)
            last = answer.pagination.total_pages
          }
          return rows
        })

      /** All plays; the albums of plays have no artist, those of the list do. */
      const library = Effect.gen(function* () {
        const albums = yield* all<Named & { readonly artist: Named }>("listening/albums", 100)
        const artistOf = new Map(albums.map(({ artist, id }) => [id, artist.name]))
        const plays = yield* all<{
          readonly scrobbled_at: string
          readonly artist: Named
          readonly track: Named
          readonly album: { readonly id: number; readonly name: string } | { readonly id: null; readonly name: null }
        }>("listening/history", 200)
        return plays.map(({ album, artist, scrobbled_at, track }): PlainPlay => {
          return {
            at: scrobbled_at,
            artist: artist.name,
            track: track.name,
            album: album.name === null ? null : { artist: artistOf.get(album.id) ?? "", title: album.name }
          }
        })
      })

      /** Tops, totals, years and streaks, each in a form that both sides have. */
      const totals = Effect.gen(function* () {
        const top = (kind: string) =>
          Effect.map(
            all<{ readonly name: string; readonly detail: string; readonly playcount: number }>(
              `listening/top/${kind}?period=overall`,
              50
            ),
            (rows): ReadonlyArray<string> => {
              const counts = rows.map(({ playcount }) => playcount)
              expect(counts).toEqual([...counts].sort((one, other) => other - one))
              return rows
                .map(
                  ({ detail, name, playcount }) => `${low(...(detail === "" ? [name] : [detail, name]))} ${playcount}`
                )
                .sort()
            }
          )
        const stats = (yield* read("listening/stats")) as Readonly<Record<string, number>>
        const years = (yield* read("listening/years")) as {
          readonly data: ReadonlyArray<Readonly<Record<string, number>>>
        }
        const streaks = (yield* read("listening/streaks")) as { readonly longest: { readonly days: number } }
        return {
          totals: ["total_scrobbles", "unique_artists", "unique_albums", "unique_tracks"].map((name) => stats[name]),
          years: years.data.map((year) => [
            year["year"],
            year["total_scrobbles"],
            year["unique_artists"],
            year["unique_albums"],
            year["unique_tracks"]
          ]),
          longest: streaks.longest.days,
          artists: yield* top("artists"),
          albums: yield* top("albums"),
          tracks: yield* top("tracks")
        }
      })

      const plainTotals = (plays: ReadonlyArray<PlainPlay>): Effect.Effect.Success<typeof totals> => {
        const artists = (some: ReadonlyArray<PlainPlay>) => some.map(({ artist }) => low(artist))
        const tracks = (some: ReadonlyArray<PlainPlay>) => some.map(({ artist, track }) => low(artist, track))
        const albums = (some: ReadonlyArray<PlainPlay>) =>
          some.flatMap(({ album }) => (album === null ? [] : [low(album.artist, album.title)]))
        const sizes = (some: ReadonlyArray<PlainPlay>) => [
          some.length,
          ...[artists, albums, tracks].map((namesOf) => new Set(namesOf(some)).size)
        ]
        const years = [...new Set(plays.map((play) => dayOf(play).slice(0, 4)))].sort().reverse()
        return {
          totals: sizes(plays),
          years: years.map((year) => [Number(year), ...sizes(plays.filter((play) => dayOf(play).startsWith(year)))]),
          longest: longestOf(plays),
          artists: tally(artists(plays)),
          albums: tally(albums(plays)),
          tracks: tally(tracks(plays))
        }
      }

      /** The ids at MusicBrainz of artists and albums, by their names; several may have one name. */
      const mbidsOf = Effect.fn(function* (named: ReadonlyArray<Omit<PlainIdentity, "mbid">>) {
        const artists = yield* all<Named>("listening/artists", 100)
        const albums = yield* all<Named & { readonly artist: Named }>("listening/albums", 100)
        return yield* Effect.forEach(named, ({ artist, title }) =>
          Effect.map(
            Effect.forEach(
              title === null
                ? artists.filter(({ name }) => low(name) === low(artist)).map(({ id }) => `artists/${id}`)
                : albums
                    .filter((album) => low(album.artist.name, album.name) === low(artist, title))
                    .map(({ id }) => `albums/${id}`),
              (path) => read(`listening/${path}`)
            ),
            (details) => ({
              ...{ artist, title },
              mbids: [...new Set(details.map((detail) => (detail as { readonly mbid: string | null }).mbid))]
            })
          )
        )
      })

      const reported = yield* library
      const before = yield* totals
      expect(before).toEqual(plainTotals(reported))

      const randomCorrection = (roll: (bound: number) => number, index: number): PlainCorrection => {
        const one = reported[roll(reported.length)]!
        const other = reported[roll(reported.length)]!
        const type = (["artist", "album", "track"] as const)[roll(3)]!
        const keyOf = ({ album, artist, track }: PlainPlay): Key =>
          type === "artist"
            ? { artist }
            : type === "track" || album === null
              ? { artist, track }
              : { artist: album.artist, album: album.title }
        const [subject, object] = [keyOf(one), keyOf(other)]
        const named: "artist" | TitleType = "album" in subject ? "album" : "track" in subject ? "track" : "artist"
        switch (roll(named === "artist" ? 8 : 10)) {
          case 3:
            return {
              kind: "identify",
              type: named,
              subject,
              value: roll(4) === 0 ? "none" : `mbid=00000000-0000-4000-8000-${String(index).padStart(12, "0")}`
            }
          case 0:
            return { kind: "hide", type: named, subject }
          case 1:
          case 2:
            return { kind: "name", type: named, subject, value: `Given ${named} ${index}` }
          case 8:
          case 9:
            return { kind: "credit", type: named, subject, object: { artist: other.artist } }
          default:
            return { kind: "same", type: named, subject, object }
        }
      }

      yield* forEvery(
        fc.integer(),
        (seed) =>
          Effect.gen(function* () {
            const roll = dice(seed)
            const corrections: Array<PlainCorrection & { readonly id: number }> = []
            for (let index = 0; index < maxTries && corrections.length < correctionCount; index++) {
              const correction = randomCorrection(roll, index)
              const { json, status } = yield* post(`${url}/v1/admin/corrections`, key, {
                domain: "listening",
                ...correction
              })
              // What names nothing any more, or contradicts another one, is refused.
              expect([201, 400, 409]).toContain(status)
              if (status === 201) corrections.push({ ...correction, id: (json as { readonly id: number }).id })
            }
            expect(corrections).toHaveLength(correctionCount)
            const { identities, plays } = correctPlays(reported, corrections)
            const text = ({ album, artist, at, track }: PlainPlay) =>
              low(at, artist, track, ...(album === null ? [] : [album.artist, album.title]))
            expect((yield* library).map(text).sort()).toEqual(plays.map(text).sort())
            expect(yield* totals).toEqual(plainTotals(plays))
            expect(identities.length).toBeGreaterThan(0)
            expect(yield* mbidsOf(identities)).toEqual(
              identities.map(({ mbid, ...named }) => ({ ...named, mbids: [mbid] }))
            )
            const shownArtists = new Set(plays.map(({ artist }) => artist))
            for (const { kind, type, value } of corrections.filter((one) => one.kind === "name")) {
              if (type !== "artist") continue
              const answer = (yield* read(`search?q=${encodeURIComponent(value!)}&domain=listening&limit=5`)) as Page<{
                readonly title: string
              }>
              const titles = answer.data.map(({ title }) => title)
              expect({ kind, value, isFound: titles.includes(value!) }).toEqual({
                kind,
                value,
                isFound: shownArtists.has(value!)
              })
            }
            for (const { id } of corrections)
              expect((yield* ask(`${url}/v1/admin/corrections/${id}`, { key, method: "DELETE" })).status).toBe(200)
            expect(yield* library).toEqual(reported)
            expect(yield* totals).toEqual(before)
          }),
        { numRuns: 1, endOnFailure: true, interruptAfterTimeLimit: patienceMs }
      )
    }),
  patienceMs
)
