import { conformsTo, faultsOf } from "../../../http/test/support/conform.js"

type Json = ReturnType<typeof JSON.parse>

/** What stands for parameters that name no record. */
const usual: Readonly<Record<string, string>> = {
  ...{ year: String(new Date().getUTCFullYear() - 1), domain: "listening", source: "strava", entity_type: "albums", size: "medium" },
  ...{ q: "the", title: "the" }
}

const asks = (url: string, key: string) => async (path: string) => {
  const response = await fetch(url + path, { redirect: "manual", headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The records that a list begins with. */
const firstOf = (text: string): ReadonlyArray<Json> => {
  const { data } = JSON.parse(text)
  return Array.isArray(data) ? data.slice(0, 3) : []
}

/** The addresses that an operation is asked at: of its records the first few of the list above it. */
const addressesOf = async (ask: ReturnType<typeof asks>, path: string): Promise<ReadonlyArray<string>> => {
  if (path.includes("{league}")) return [path.replace("{league}", "MLB").replace("{season}", usual["year"]!)]
  const [list, rest] = path.split(/\/\{(?:id|entity_id)\}/)
  const records = path.includes("{entity_id}") ? "/v1/listening/albums" : list!
  const ids = rest === undefined ? [""] : firstOf((await ask(records)).text).map(({ id }) => `/${String(id)}`)
  return ids.map((id) => `${list!}${id}${rest ?? ""}`.replaceAll(/\{(\w+)\}/g, (_, name: string) => usual[name] ?? "1"))
}

/** Asks a host for everything that can be read, and says where an answer is not what its document says. */
export const faultsOfHost = async (url: string, key: string): Promise<{ readonly asked: number; readonly faults: ReadonlyArray<string> }> => {
  const ask = asks(url, key)
  const document: Json = JSON.parse((await ask("/v1/openapi.json")).text)
  const conforms = conformsTo(document)
  const faults: Array<string> = []
  let asked = 0
  for (const [path, { get }] of Object.entries<Json>(document.paths)) {
    if (get === undefined || path.startsWith("/v1/webhooks")) continue
    const query = get.parameters.filter(({ in: place, required }: Json) => place === "query" && required).map(({ name }: Json) => `${name}=${usual[name] ?? "1"}`)
    for (const address of await addressesOf(ask, path)) {
      const answer = await ask(query.length === 0 ? address : `${address}?${query.join("&")}`)
      asked++
      faults.push(...faultsOf(document, conforms, "get", path, answer).map((fault) => `${address} ${answer.status}: ${fault}`))
    }
  }
  return { asked, faults }
}
