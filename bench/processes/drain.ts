import { Effect } from "effect"
import { Agent, get } from "node:http"
import { answering } from "../support/answering.js"

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const fetched = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")))
    }).on("error", reject)
  })

/** Asks one address after the other, as a walk through a history does, reads each answer and throws it away. */
answering((urls: ReadonlyArray<string>) => Effect.sync(() => {
  const drained = async () => {
    const start = performance.now()
    let bytes = 0
    for (const url of urls) {
      const text = await fetched(url)
      JSON.parse(text)
      bytes += text.length
    }
    return { seconds: (performance.now() - start) / 1_000, bytes }
  }
  return [null, (_: "drain") => Effect.promise(drained)] as const
}))
