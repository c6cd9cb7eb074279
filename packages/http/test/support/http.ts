import { Effect } from "effect"

/** JSON of any form. */
export type Json = ReturnType<typeof JSON.parse>

/** A response with its whole body. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}

export interface Ask extends Omit<RequestInit, "headers"> {
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request with fetch over a real socket, without following redirects. */
export const ask = (url: string, { headers = {}, key, ...init }: Ask = {}): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const response = await fetch(url, {
      redirect: "manual",
      ...init,
      headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) }
    })
    const text = await response.text()
    const isJson = text !== "" && (response.headers.get("content-type") ?? "").startsWith("application/json")
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  })

export const post = (url: string, key: string, body: unknown): Effect.Effect<Answer> =>
  ask(url, { key, method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
