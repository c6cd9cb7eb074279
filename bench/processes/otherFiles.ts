import { zipSync } from "fflate"

/** A file and the number of its rows. */
export type WrittenRows = readonly [rows: number, file: string | Uint8Array]

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const many = <A>(count: number, row: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => row(index))

/** CSV: a header, and a row of values for each index. Values have neither commas nor quotes. */
const csv = (header: string, rows: number, row: (index: number) => ReadonlyArray<string | number>): string =>
  [header, ...many(rows, (index) => row(index).join(","))].join("\r\n")

const firstDay = Date.UTC(2012, 0, 1)
/** The index-th of `count` instants that are spread over fourteen years. */
const instant = (index: number, count: number): Date => new Date(firstDay + (index * 14 * 365 * 86_400_000) / count)
const day = (index: number, count: number): string => instant(index, count).toISOString().slice(0, 10)
const wallTime = (index: number, count: number): string =>
  instant(index, count).toISOString().slice(0, 19).replace("T", " ")
const slashed = (index: number, count: number): string => day(index, count).replaceAll("-", "/")

const ratings = 5_000
const episodes = 15_000
const books = 3_000
const checkIns = 20_000
const visits = 60_000
const flights = 1_500
const drinks = 5_000

const imdb = (): string =>
  csv(
    "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors",
    ratings,
    (index) => [
      ...[`tt${9_000_000 + index}`, 1 + (index % 10), day(index, ratings), `Film ${index}`, `Film ${index}`],
      ...[`https://www.imdb.com/title/tt${9_000_000 + index}`, "Movie", 7.1, 101, 1950 + (index % 75), "Drama", 900],
      ...["1982-03-05", "Somebody"]
    ]
  )

const tvtime = (): Uint8Array =>
  zipSync({
    "gdpr/tracking-prod-records-v2.csv": bytes(
      csv(
        "series_name,s_id,ep_id,season_number,s_no,episode_number,ep_no,key,created_at,rewatch_count,is_special,runtime",
        episodes,
        (index) => {
          const series = Math.floor(index / 60)
          const [season, episode] = [1 + Math.floor((index % 60) / 10), 1 + (index % 10)]
          return [
            ...[`Series ${series}`, 400_000 + series, 8_000_000 + index, season, "", episode, ""],
            ...[`watch-episode-${8_000_000 + index}`, wallTime(index, episodes), 0, "false", 2_880]
          ]
        }
      )
    )
  })

const goodreads = (): string =>
  csv(
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies",
    books,
    (index) => [
      ...[90_000_000 + index, `Book ${index}`, `Writer ${index % 600}`, "", "", '"="""""', '"="""""', index % 6, 3.98],
      ...["House", "Paperback", 300, 1990, 1990, slashed(index, books), slashed(index, books), "", "", "read"],
      ...["Worth it", "", "", 1, 0]
    ]
  )

const storygraph = (): string =>
  csv(
    "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,Pace,Character- or Plot-Driven?,Strong Character Development?,Loveable Characters?,Diverse Characters?,Flawed Characters?,Star Rating,Review,Content Warnings,Content Warning Description,Tags,Owned?",
    books,
    (index) => [
      ...[`Book ${index}`, `Writer ${index % 600}`, "", "", "paperback", "read", slashed(index, books)],
      ...[slashed(index, books), slashed(index, books), 1, "", "", "", "", "", "", "", (index % 20) / 4, "", "", ""],
      ...["sea", "Yes"]
    ]
  )

const swarm = (): Uint8Array =>
  zipSync(
    Object.fromEntries(
      many(checkIns / 1_000, (part) => [
        `export/checkins${part + 1}.json`,
        bytes(
          JSON.stringify({
            count: checkIns,
            items: many(1_000, (at) => {
              const index = part * 1_000 + at
              return {
                id: (0x65a500000000 + index).toString(16).padEnd(24, "0"),
                createdAt: `${wallTime(index, checkIns)}.000000`,
                type: "checkin",
                timeZoneOffset: 0,
                venue: { id: `4b${String(index % 2_000).padStart(22, "0")}`, name: `Venue ${index % 2_000}` },
                lat: 38.71,
                lng: -9.14
              }
            })
          })
        )
      ])
    )
  )

const timeline = (): string =>
  JSON.stringify({
    semanticSegments: many(visits, (index) => ({
      startTime: instant(index, visits).toISOString(),
      endTime: new Date(instant(index, visits).getTime() + 3_600_000).toISOString(),
      ...(index % 2 === 0
        ? { activity: { distanceMeters: 1_520.2 } }
        : {
            visit: {
              hierarchyLevel: 0,
              topCandidate: { placeId: `ChIJ${index % 500}`, placeLocation: { latLng: "38.7100000°, -9.1400000°" } }
            }
          })
    }))
  })

const flighty = (): string =>
  csv(
    "Date,Airline,Flight,From,To,Dep Terminal,Dep Gate,Arr Terminal,Arr Gate,Canceled,Diverted To,Gate Departure (Scheduled),Gate Departure (Actual),Take off (Scheduled),Take off (Actual),Landing (Scheduled),Landing (Actual),Gate Arrival (Scheduled),Gate Arrival (Actual),Aircraft Type Name,Tail Number,PNR,Seat,Seat Type,Cabin Class,Flight Reason,Notes,Flight Flighty ID",
    flights,
    (index) => [
      ...[day(index, flights), "TAP", 1_000 + index, "LIS", "LHR", 1, 14, 2, "B36", "false", ""],
      ...[`${day(index, flights)}T07:00`, "", "", "", "", "", `${day(index, flights)}T09:45`, "", "A320", "CS-TNA"],
      ...["ABC123", "12A", "WINDOW", "ECONOMY", "LEISURE", "", `u${index}`]
    ]
  )

const flightradar = (): string =>
  csv(
    "Date,Flight number,From,To,Dep time,Arr time,Duration,Airline,Aircraft,Registration,Seat number,Seat type,Flight class,Flight reason,Note,Dep_id,Arr_id,Airline_id,Aircraft_id",
    flights,
    (index) => [
      ...[day(index, flights), `TP${1_000 + index}`, "Lisbon (LIS/LPPT)", "London (LHR/EGLL)", "07:00:00", "09:45:00"],
      ...["02:45:00", "TAP (TP/TAP)", "Airbus A320 (A320)", "CS-TNA", "12A", 1, 4, 1, "", 1, 2, 3, 4]
    ]
  )

const untappd = (): string =>
  csv(
    "beer_name,brewery_name,beer_type,beer_abv,beer_ibu,comment,venue_name,venue_city,venue_country,venue_lat,venue_lng,rating_score,created_at,serving_type,checkin_id",
    drinks,
    (index) => [
      ...[`Beer ${index % 900}`, `Brewery ${index % 200}`, "Stout", 9.5, 0, "", "Harbour Bar", "Lisbon", "Portugal"],
      ...[38.71, -9.14, (index % 20) / 4, wallTime(index, drinks), "Draft", 1_234_000_000 + index]
    ]
  )

/** Files of sources whose providers have no simulator of their own, as large as a long life makes them. */
export const otherFiles: Readonly<Record<string, () => WrittenRows>> = {
  imdb: () => [ratings, imdb()],
  tvtime: () => [episodes, tvtime()],
  goodreads: () => [books, goodreads()],
  storygraph: () => [books, storygraph()],
  swarm: () => [checkIns, swarm()],
  "google-timeline": () => [visits, timeline()],
  flighty: () => [flights, flighty()],
  myflightradar24: () => [flights, flightradar()],
  untappd: () => [drinks, untappd()]
}
