import { HttpClient, type HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"

/** Names of members that count, and of those that say that there is more. */
const counts = /total|count|numfound|estimate/i
const goesOn = /^next(?!synctoken)|continuation|cursor/i

const emptied = (value: unknown, name = ""): unknown => {
  if (Array.isArray(value)) return []
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, emptied(member, name)]))
  if (goesOn.test(name)) return null
  if (counts.test(name) && typeof value === "number") return 0
  return counts.test(name) && typeof value === "string" && /^\d+$/.test(value) ? "0" : value
}

/** An XML document without the elements that are repeated in its lists. */
const emptiedXml = (text: string): string =>
  text.replace(/<(item|play)\b[^>]*?(\/>|>[^]*?<\/\1>)/g, "").replace(/\b(total|totalitems)="\d+"/g, '$1="0"')

const emptiedText = (text: string): string => {
  try {
    return JSON.stringify(emptied(JSON.parse(text)))
  } catch {
    return emptiedXml(text)
  }
}

const answerTo = (request: HttpClientRequest.HttpClientRequest, response: HttpClientResponse.HttpClientResponse) =>
  Effect.map(response.text, (text) => {
    const headers = Object.fromEntries(
      Object.entries(response.headers).flatMap(([name, value]) =>
        name === "link" || name === "content-length" ? [] : [[name, /count$/i.test(name) ? "0" : value] as const]
      )
    )
    const body = [204, 304].includes(response.status) ? null : emptiedText(text)
    return HttpClientResponse.fromWeb(request, new Response(body, { status: response.status, headers }))
  })

/** The same answers with the same shape: every list is empty, every count is 0, and no page follows. */
export const emptying = (provider: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.make((request) =>
    Effect.flatMap(provider.execute(request), (response) =>
      response.status === 200 ? answerTo(request, response) : Effect.succeed(response)
    )
  )
