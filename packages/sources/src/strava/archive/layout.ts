import { type ArchiveSport, sportOf } from "./sports.js"

/**
 * Positions of the columns in `activities.csv`. The file is in the account's language and has grown over the years. It
 * has two columns each for elapsed time and distance: first for people, then in seconds and metres. Columns are
 * located relative to the second elapsed time. Files of 2019 have the first eleven columns only. Those of 2018 lack the
 * relative effort as well, have names of members as their header, and count the distance in metres.
 */
export interface Layout {
  readonly gear: number
  readonly file: number
  /** Position of the second elapsed time, which exact figures follow; null when the file has none. */
  readonly machine: number | null
  /** With an English header, all names of runs are known. */
  readonly isEnglish: boolean
  /** Whether the first distance is in metres. */
  readonly isMetres: boolean
}

const columns = { id: 0, date: 1, name: 2, type: 3, description: 4, elapsed: 5, distance: 6 } as const
/** Offsets from the second elapsed time (`machine`). */
const behind = {
  moving: 1,
  metres: 2,
  climbed: 5,
  cadence: 14,
  heartrateMax: 15,
  heartrateAvg: 16,
  calories: 19,
  relativeEffort: 22
} as const

/**
 * Layout of a header; null for a header of another file. `files` is the column with the names of activity files, when
 * found.
 */
export const layoutOf = (header: ReadonlyArray<string>, files: number | null): Layout | null => {
  const names = header.map((name) => name.trim().toLowerCase())
  if (isOldest(names)) return { file: names.length - 1, gear: names.length - 2, machine: null, ...oldest }
  if (header.length < 11) return null
  const second = header.indexOf(header[columns.elapsed] ?? "", columns.elapsed + 1)
  const machine =
    second !== -1 ? second : files !== null && files + 3 + behind.metres < header.length ? files + 3 : null
  const file = machine !== null ? machine - 3 : (files ?? header.length - 1)
  const isEnglish = header[columns.type]?.trim() === "Activity Type"
  return file > columns.distance ? { file, gear: file - 1, machine, isEnglish, isMetres: false } : null
}

const oldest = { isEnglish: true, isMetres: true } as const
const oldestHeader = ["id", "date", "name", "type", "description", "elapsed_time", "distance"]

const isOldest = (names: ReadonlyArray<string>): boolean =>
  oldestHeader.every((name, index) => names[index] === name) &&
  names.length > oldestHeader.length + 1 &&
  names.at(-1) === "filename"

/** The column with the names of activity files. */
export const fileColumnOf = (rows: ReadonlyArray<ReadonlyArray<string>>): number | null => {
  for (const row of rows) {
    const at = row.findIndex((value) => /^activities\/[^/]+\.(gpx|tcx|fit)(\.gz)?$/i.test(value.trim()))
    if (at !== -1) return at
  }
  return null
}

/** One row, decoded. Missing numbers are null. */
export interface ArchiveRow {
  readonly id: number | null
  readonly date: string
  readonly name: string
  /** The sport in the language of the account. */
  readonly type: string
  /** Null when only the recording shows whether it is a run. */
  readonly sport: ArchiveSport | null
  readonly description: string
  readonly gear: string
  /** Path within the archive; empty for an activity entered by hand. */
  readonly file: string
  readonly elapsed: number | null
  readonly moving: number | null
  /** Exact metres, when the file has them. */
  readonly metres: number | null
  /** Kilometres, or miles in accounts that use miles. */
  readonly shown: number | null
  readonly climbed: number | null
  /** Steps of one leg. */
  readonly cadence: number | null
  readonly heartrateAvg: number | null
  readonly heartrateMax: number | null
  readonly calories: number | null
  readonly relativeEffort: number | null
}

/** Parses `1234.5`, or `1.234,5` and `1234,5` of other languages. */
const figure = (text: string | undefined): number | null => {
  const plain = (text ?? "").replace(/[\s'’\u00a0\u202f]/g, "")
  if (plain === "") return null
  const decimal =
    plain.includes(",") && plain.lastIndexOf(",") > plain.lastIndexOf(".")
      ? plain.replace(/\./g, "").replace(",", ".")
      : plain.replace(/,/g, "")
  const value = Number(decimal)
  return Number.isFinite(value) ? value : null
}

export const rowOf = (row: ReadonlyArray<string>, layout: Layout): ArchiveRow => {
  const { file, gear, isEnglish, isMetres, machine } = layout
  const at = (place: number) => (row[place] ?? "").trim()
  const read = (place: keyof typeof behind) => (machine === null ? null : figure(row[machine + behind[place]]))
  const id = Number(at(columns.id))
  const distance = figure(row[columns.distance])
  return {
    id: Number.isSafeInteger(id) && id > 0 ? id : null,
    date: at(columns.date),
    name: at(columns.name),
    type: at(columns.type),
    sport: sportOf(at(columns.type)) ?? (isEnglish && at(columns.type) !== "" ? "other" : null),
    description: at(columns.description),
    gear: at(gear),
    file: at(file),
    elapsed: (machine === null ? null : figure(row[machine])) ?? figure(row[columns.elapsed]),
    moving: read("moving"),
    metres: isMetres ? distance : read("metres"),
    shown: isMetres ? null : distance,
    climbed: read("climbed"),
    cadence: read("cadence"),
    heartrateAvg: read("heartrateAvg"),
    heartrateMax: read("heartrateMax"),
    calories: read("calories"),
    relativeEffort: read("relativeEffort")
  }
}
