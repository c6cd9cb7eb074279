import { type ArchiveSport, sportOf } from "./sports.js"

/**
 * Where the columns of `activities.csv` are. The file is in the account's language, has grown over the years, and
 * names some columns twice: the first Elapsed Time and Distance as people read them, the second in seconds and metres.
 * So columns are found by their place beside the one that is there twice. Years before that have the first eleven alone.
 */
export interface Layout {
  readonly gear: number
  readonly file: number
  /** Where the second Elapsed Time stands, and after it the figures of the machine; null where there are none. */
  readonly machine: number | null
  /** In English, all that the provider calls a run is known. */
  readonly isEnglish: boolean
}

const columns = { id: 0, date: 1, name: 2, type: 3, description: 4, elapsed: 5, distance: 6 } as const
/** Behind the second Elapsed Time, which is `machine`. */
const behind = { moving: 1, metres: 2, climbed: 5, cadence: 14, heartrateMax: 15, heartrateAvg: 16, calories: 19, relativeEffort: 22 } as const

/** The layout that a header shows; null where it is none. `files` is the column in which names of activity files stand, where one was found. */
export const layoutOf = (header: ReadonlyArray<string>, files: number | null): Layout | null => {
  if (header.length < 11) return null
  const second = header.indexOf(header[columns.elapsed] ?? "", columns.elapsed + 1)
  const machine = second !== -1 ? second : files !== null && files + 3 + behind.metres < header.length ? files + 3 : null
  const file = machine !== null ? machine - 3 : files ?? header.length - 1
  const isEnglish = header[columns.type]?.trim() === "Activity Type"
  return file > columns.distance ? { file, gear: file - 1, machine, isEnglish } : null
}

/** The column in which rows name files of the archive. */
export const fileColumnOf = (rows: ReadonlyArray<ReadonlyArray<string>>): number | null => {
  for (const row of rows) {
    const at = row.findIndex((value) => /^activities\/[^/]+\.(gpx|tcx|fit)(\.gz)?$/i.test(value.trim()))
    if (at !== -1) return at
  }
  return null
}

/** One row as it stands, by what its values are. Numbers are null where there is none. */
export interface ArchiveRow {
  readonly id: number | null
  readonly date: string
  readonly name: string
  /** Null where only the recording can tell whether it is a run. */
  readonly sport: ArchiveSport | null
  readonly description: string
  readonly gear: string
  /** Within the archive; empty for an activity that was entered by hand. */
  readonly file: string
  readonly elapsed: number | null
  readonly moving: number | null
  /** Exact metres, where the file has them. */
  readonly metres: number | null
  /** Kilometres, or miles where the account counts in those. */
  readonly shown: number | null
  readonly climbed: number | null
  /** Of one leg. */
  readonly cadence: number | null
  readonly heartrateAvg: number | null
  readonly heartrateMax: number | null
  readonly calories: number | null
  readonly relativeEffort: number | null
}

/** `1234.5`, or `1.234,5` and `1234,5` as other languages write it. */
const figure = (text: string | undefined): number | null => {
  const plain = (text ?? "").replace(/[\s'’\u00a0\u202f]/g, "")
  if (plain === "") return null
  const decimal = plain.includes(",") && plain.lastIndexOf(",") > plain.lastIndexOf(".") ? plain.replace(/\./g, "").replace(",", ".") : plain.replace(/,/g, "")
  const value = Number(decimal)
  return Number.isFinite(value) ? value : null
}

export const rowOf = (row: ReadonlyArray<string>, { file, gear, isEnglish, machine }: Layout): ArchiveRow => {
  const at = (place: number) => (row[place] ?? "").trim()
  const read = (place: keyof typeof behind) => machine === null ? null : figure(row[machine + behind[place]])
  const id = Number(at(columns.id))
  return {
    id: Number.isSafeInteger(id) && id > 0 ? id : null,
    date: at(columns.date),
    name: at(columns.name),
    sport: sportOf(at(columns.type)) ?? (isEnglish ? "other" : null),
    description: at(columns.description),
    gear: at(gear),
    file: at(file),
    elapsed: (machine === null ? null : figure(row[machine])) ?? figure(row[columns.elapsed]),
    moving: read("moving"),
    metres: read("metres"),
    shown: figure(row[columns.distance]),
    climbed: read("climbed"),
    cadence: read("cadence"),
    heartrateAvg: read("heartrateAvg"),
    heartrateMax: read("heartrateMax"),
    calories: read("calories"),
    relativeEffort: read("relativeEffort")
  }
}
