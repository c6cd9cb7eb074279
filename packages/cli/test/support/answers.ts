import { isStream } from "./recording.js"
import { conformsTo, faultsOf } from "../../../http/test/support/conform.js"

type Json = ReturnType<typeof JSON.parse>

/** Values for parameters that are not record ids. */
const sampleValues: Readonly<Record<string, string>> = {
  ...{
    year: String(new Date().getUTCFullYear() - 1),
    domain: "listening",
    source: "strava",
    entity_type: "albums",
    size: "medium"
  },
  ...{ q: "the", title: "the" }
}

const requester = (url: string, key: string) => async (path: string) => {
  const response = await fetch(url + path, { redirect: "manual", headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The first records of a list. */
const firstOf = (text: string): ReadonlyArray<Json> => {
  const { data } = JSON.parse(text)
  return Array.isArray(data) ? data.slice(0, 3) : []
}

/** The paths to request for an operation, with the first ids of the list above it. */
const pathsOf = async (ask: ReturnType<typeof requester>, path: string): Promise<ReadonlyArray<string>> => {
  if (path.includes("{league}")) return [path.replace("{league}", "MLB").replace("{season}", sampleValues["year"]!)]
  const [list, rest] = path.split(/\/\{(?:id|entity_id)\}/)
  const records = path.includes("{entity_id}") ? "/v1/listening/albums" : list!
  const ids = rest === undefined ? [""] : firstOf((await ask(records)).text).map(({ id }) => `/${String(id)}`)
  return ids.map((id) =>
    `${list!}${id}${rest ?? ""}`.replaceAll(/\{(\w+)\}/g, (_, name: string) => sampleValues[name] ?? "1")
  )
}

/** Sends every GET to a host and compares the answers with its OpenAPI document. */
export const faultsOfHost = async (
  url: string,
  key: string
): Promise<{ readonly requestCount: number; readonly faults: ReadonlyArray<string> }> => {
  const ask = requester(url, key)
  const document: Json = JSON.parse((await ask("/v1/openapi.json")).text)
  const conforms = conformsTo(document)
  const faults: Array<string> = []
  let requestCount = 0
  for (const [path, { get }] of Object.entries<Json>(document.paths)) {
    if (get === undefined || path.startsWith("/v1/webhooks") || isStream(get)) continue
    const query = get.parameters
      .filter(({ in: place, required }: Json) => place === "query" && required)
      .map(({ name }: Json) => `${name}=${sampleValues[name] ?? "1"}`)
    for (const address of await pathsOf(ask, path)) {
      const answer = await ask(query.length === 0 ? address : `${address}?${query.join("&")}`)
      requestCount++
      faults.push(
        ...faultsOf(document, conforms, "get", path, answer).map((fault) => `${address} ${answer.status}: ${fault}`)
      )
    }
  }
  return { requestCount, faults }
}
