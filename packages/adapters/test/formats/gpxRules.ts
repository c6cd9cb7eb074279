import { XMLParser, XMLValidator } from "fast-xml-parser"

/** The elements of https://www.topografix.com/GPX/1/1/gpx.xsd by their type, in the order of its sequences. */
const sequences: Readonly<Record<string, ReadonlyArray<string>>> = {
  gpx: ["metadata", "wpt", "rte", "trk", "extensions"],
  metadata: ["name", "desc", "author", "copyright", "link", "time", "keywords", "bounds", "extensions"],
  trk: ["name", "cmt", "desc", "src", "link", "number", "type", "extensions", "trkseg"],
  trkseg: ["trkpt", "extensions"],
  trkpt: ["ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "sym", "type", "extensions"],
  // https://www8.garmin.com/xmlschemas/TrackStatsExtension.xsd, as far as Garmin's own files show it.
  "gpxtrkx:TrackStatsExtension": [
    "gpxtrkx:Distance",
    "gpxtrkx:TotalElapsedTime",
    "gpxtrkx:MovingTime",
    "gpxtrkx:Ascent"
  ]
}

const repeated = new Set(["wpt", "rte", "trk", "trkseg", "trkpt", "link"])

type Ordered = Readonly<Record<string, unknown>>

const nameOf = (node: Ordered) => Object.keys(node).find((name) => name !== ":@")!

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  preserveOrder: true,
  parseTagValue: false,
  parseAttributeValue: false
})

const faultsOf = (node: Ordered): ReadonlyArray<string> => {
  const name = nameOf(node)
  if (name === "#text" || name === "?xml") return []
  const attributes = (node[":@"] ?? {}) as Readonly<Record<string, string>>
  const children = (node[name] as ReadonlyArray<Ordered>).filter((child) => nameOf(child) !== "#text")
  const names = children.map(nameOf)
  const sequence = sequences[name]
  const places = names.map((child) => sequence?.indexOf(child) ?? 0)
  const text = (node[name] as ReadonlyArray<Ordered>).map((child) => String(child["#text"] ?? "")).join("")
  const inRange = (value: string | undefined, isBelow: (number: number) => boolean) =>
    value !== undefined && /^-?\d+(?:\.\d+)?$/.test(value) && isBelow(Number(value))
  return [
    ...(places.includes(-1) ? [`${name} has no ${names[places.indexOf(-1)]}`] : []),
    ...(places.some((place, index) => place < (places[index - 1] ?? 0)) ? [`${name}: ${names.join()}`] : []),
    ...(names.some((child, index) => names.indexOf(child) !== index && !repeated.has(child)) ? [`${name} twice`] : []),
    ...(name === "trkpt" &&
    !(
      inRange(attributes["lat"], (value) => value >= -90 && value <= 90) &&
      inRange(attributes["lon"], (value) => value >= -180 && value < 180)
    )
      ? [JSON.stringify(attributes)]
      : []),
    ...(name === "time" && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? [`time ${text}`] : []),
    ...(name === "gpx" &&
    !(
      attributes["version"] === "1.1" &&
      attributes["creator"] !== undefined &&
      attributes["xmlns"] === "http://www.topografix.com/GPX/1/1"
    )
      ? ["gpx without its attributes"]
      : []),
    ...children.flatMap(faultsOf)
  ]
}

/** What a document breaks of the rules of GPX 1.1. */
export const checkGpx = (text: string): ReadonlyArray<string> => {
  const valid = XMLValidator.validate(text)
  return valid === true ? (parser.parse(text) as ReadonlyArray<Ordered>).flatMap(faultsOf) : [valid.err.msg]
}
