import type { PersonRecord, PersonWant } from "../sampleOwner/collecting.js"
import { hash } from "../sampleOwner/dice.js"
import type { Pressing } from "../sampleOwner/pressing.js"

const pad = (value: number) => String(value).padStart(2, "0")

/** A zone's clocks: Discogs shows all times as Pacific. */
const pacific = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Los_Angeles",
  timeZoneName: "longOffset",
  hour: "numeric"
})

const offsetHours = (seconds: number) => Number(/GMT-(\d+)/.exec(pacific.format(seconds * 1_000))?.[1] ?? 8)

const wall = (seconds: number) => new Date((seconds - offsetHours(seconds) * 3_600) * 1_000).toISOString().slice(0, 19)

/** `2015-04-14T03:23:29-07:00`. */
const dateAdded = (seconds: number): string => `${wall(seconds)}-${pad(offsetHours(seconds))}:00`

/** `2015-04-14 03:23:29`, as the export has it. */
const dateFiled = (seconds: number): string => wall(seconds).replace("T", " ")

/** The signature in it is another one each day; the picture's own name is what it ends with. */
const picture = (baseUrl: string, { hasPicture, id }: Pressing, size: number, day: number) =>
  hasPicture
    ? `${baseUrl}/img/${hash("signature", day).toString(36)}/rs:fit/h:${size}/R-${id}.jpeg`
    : `${baseUrl}/img/spacer.gif`

export interface Place {
  readonly baseUrl: string
  /** Days since 1970. */
  readonly day: number
}

const artist =
  (baseUrl: string) =>
  ({ anv, id, join, name }: Pressing["artists"][number]) => ({
    name,
    anv,
    join,
    role: "",
    tracks: "",
    id,
    resource_url: `${baseUrl}/artists/${id}`
  })

const labels = (baseUrl: string, { label }: Pressing) => [
  { ...label, entity_type: "1", entity_type_name: "Label", resource_url: `${baseUrl}/labels/${label.id}` }
]

const basic = ({ baseUrl, day }: Place, pressing: Pressing) => ({
  id: pressing.id,
  master_id: pressing.id % 3 === 0 ? 0 : pressing.id + 5,
  master_url: pressing.id % 3 === 0 ? null : `${baseUrl}/masters/${pressing.id + 5}`,
  resource_url: `${baseUrl}/releases/${pressing.id}`,
  title: pressing.title,
  year: pressing.year,
  thumb: picture(baseUrl, pressing, 150, day),
  cover_image: picture(baseUrl, pressing, 600, day),
  artists: pressing.artists.map(artist(baseUrl)),
  labels: labels(baseUrl, pressing),
  formats: pressing.formats,
  genres: pressing.genres,
  styles: pressing.styles
})

/** A row of the collection. */
export const collectionRow = (place: Place) => (record: PersonRecord) => {
  const notes = [record.media, record.sleeve, record.note].flatMap((value, index) =>
    value === null ? [] : [{ field_id: index + 1, value }]
  )
  return {
    id: record.pressing.id,
    instance_id: record.instance,
    folder_id: 1,
    rating: record.rating,
    date_added: dateAdded(record.addedAt),
    ...(notes.length === 0 ? {} : { notes }),
    basic_information: basic(place, record.pressing)
  }
}

/** A row of the wantlist. */
export const wantRow =
  (place: Place) =>
  ({ addedAt, note, pressing, rating }: PersonWant) => ({
    id: pressing.id,
    resource_url: `${place.baseUrl}/users/somebody/wants/${pressing.id}`,
    rating,
    date_added: dateAdded(addedAt),
    notes: note ?? "",
    notes_public: note ?? "",
    basic_information: basic(place, pressing)
  })

const duration = (seconds: number) => `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`

/** `GET /releases/{id}`. */
export const releasePage = ({ baseUrl, day }: Place, pressing: Pressing) => {
  const sale = hash("sale", pressing.id) % 40
  const isVinyl = pressing.formats[0]?.name === "Vinyl"
  const half = Math.ceil(pressing.tracks.length / 2)
  return {
    ...basic({ baseUrl, day }, pressing),
    uri: `https://www.discogs.com/release/${pressing.id}`,
    status: "Accepted",
    country: pressing.country,
    released: pressing.year === 0 ? "" : `${pressing.year}-00-00`,
    notes: sale % 3 === 0 ? `Recorded in ${pressing.label.name}.` : "",
    num_for_sale: sale,
    lowest_price: sale === 0 ? null : 4 + (hash("price", pressing.id) % 6_000) / 100,
    community: {
      have: hash("have", pressing.id) % 9_000,
      want: hash("want", pressing.id) % 4_000,
      rating: { count: 12, average: 4.1 }
    },
    images: pressing.hasPicture
      ? [{ type: "primary", uri: picture(baseUrl, pressing, 600, day), width: 600, height: 600 }]
      : [],
    tracklist: pressing.tracks.map(({ seconds, title }, index) => ({
      position: isVinyl
        ? `${index < half ? "A" : "B"}${index < half ? index + 1 : index - half + 1}`
        : String(index + 1),
      type_: "track",
      title,
      duration: duration(seconds)
    }))
  }
}

/** A result of `GET /database/search`. */
export const searchResult = (pressing: Pressing) => ({
  id: pressing.id,
  type: "release",
  title: `${pressing.artists.map(({ name }) => name).join(" & ")} - ${pressing.title}`,
  year: pressing.year === 0 ? "" : String(pressing.year),
  country: pressing.country,
  format: pressing.formats.flatMap(({ descriptions = [], name }) => [name, ...descriptions])
})

const header =
  "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes"

/** How the export shortens what a release is. */
const short: Readonly<Record<string, string>> = {
  Reissue: "RE",
  Remastered: "RM",
  Compilation: "Comp",
  "Limited Edition": "Ltd"
}
const carriers: Readonly<Record<string, string>> = { Cassette: "Cass", "Lathe Cut": "Lathe", "Box Set": "Box" }

const formatOf = (formats: Pressing["formats"]) =>
  formats
    .map(({ descriptions = [], name, qty }) => {
      const words = descriptions.map((word) => short[word] ?? word)
      // What is on vinyl is told by its size alone.
      const first = name === "Vinyl" ? [] : [carriers[name] ?? name]
      const [carrier = name, ...rest] = [...first, ...words]
      return [qty === "1" ? carrier : `${qty}x${carrier}`, ...rest].join(", ")
    })
    .join(" + ")

/** The collection as Discogs' site exports it. Takes records oldest first. */
export const discogsCsv = (records: ReadonlyArray<PersonRecord>): string =>
  [header, ...records.toReversed().map((record) => valuesOf(record).map(quotedWhereNeeded).join(",")), ""].join("\r\n")

const valuesOf = ({ addedAt, media, note, pressing, rating, sleeve }: PersonRecord) => [
  pressing.label.catno,
  pressing.artists.map(({ join, name }) => `${name}${join === "" ? "" : ` ${join} `}`).join(""),
  pressing.title,
  pressing.label.name,
  formatOf(pressing.formats),
  rating === 0 ? "" : String(rating),
  pressing.year === 0 ? "" : String(pressing.year),
  String(pressing.id),
  "Uncategorized",
  dateFiled(addedAt),
  media ?? "",
  sleeve ?? "",
  note ?? ""
]

const quotedWhereNeeded = (value: string) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
