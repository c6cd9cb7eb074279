import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Row } from "../support/Bench.js"
import { BenchFailure } from "../support/BenchFailure.js"
import { compareWithBareServer } from "../support/compareWithBareServer.js"
import * as Daybook from "../support/daybook.js"
import { helper } from "../support/helper.js"
import { ask, textOf } from "../support/http.js"
import { atLeast } from "../support/Line.js"
import { photograph } from "../support/photograph.js"
import { median } from "../support/statistics.js"

/** Each quality is requested once, so none is cached. The first half warms up both servers. */
const qualities = Array.from({ length: 48 }, (_, index) => 40 + index)
const formats = ["webp", "jpeg"] as const
const file = "photograph.jpg"

interface ListAnswer {
  readonly data: ReadonlyArray<{ readonly id: number }>
}

/** Uploads a picture for an artist. Returns its path without a size. */
const upload = (port: number, key: string, picture: Buffer) =>
  Effect.gen(function* () {
    const headers = { authorization: `Bearer ${key}` }
    const {
      data: [artist]
    } = JSON.parse(textOf(yield* ask({ port, path: "/v1/listening/artists?limit=1", headers }))) as ListAnswer
    const body = new FormData()
    body.append("image", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), file)
    const state = yield* Effect.tryPromise({
      try: async () => {
        const response = await fetch(`http://127.0.0.1:${port}/v1/admin/images/listening/artists/${artist?.id}`, {
          method: "PUT",
          headers,
          body
        })
        return (await response.json()) as { readonly image_url?: string; readonly error?: string }
      },
      catch: (cause) => new BenchFailure({ message: `the picture could not be uploaded: ${String(cause)}` })
    })
    if (state.image_url === undefined)
      return yield* new BenchFailure({ message: `the picture was rejected: ${state.error}` })
    const url = new URL(state.image_url, "http://daybook")
    return `${url.pathname}?v=${url.searchParams.get("v")}&s=${url.searchParams.get("s")}`
  })

/** Image transforms over HTTP compared with ipx, and the repeat of a cached one compared with bare `node:http`. */
export const images: Row = {
  name: "images",
  measure: (bench) =>
    Effect.gen(function* () {
      const dataset = yield* bench.dataset
      const { cwd, key } = dataset
      const { port } = yield* Daybook.serve(dataset)
      const picture = yield* photograph
      yield* Effect.sync(() => writeFileSync(join(cwd, file), picture))
      const ipx = (yield* helper<{ readonly port: number }>("ipxHost", cwd, { cwd })).ready.port
      const address = yield* upload(port, key, picture)
      const lines = yield* Effect.forEach(formats, (format) =>
        Effect.gen(function* () {
          const times: Array<readonly [own: number, ipx: number]> = []
          for (const quality of qualities) {
            const own = yield* ask({ port, path: `${address}&w=512&f=${format}&q=${quality}`, headers: {} })
            const ipxAnswer = yield* ask({ port: ipx, path: `/w_512,f_${format},q_${quality}/${file}`, headers: {} })
            times.push([own.milliseconds, ipxAnswer.milliseconds])
          }
          const rate = (index: 0 | 1) => 1_000 / median(times.slice(qualities.length / 2).map((both) => both[index]))
          return atLeast("images", 1, {
            what: `JPEG 2000x1333 to ${format}, 512 wide, against ipx`,
            unit: "pictures/s",
            value: rate(0),
            yardstick: rate(1),
            note: "one after the other"
          })
        })
      )
      const repeat = yield* compareWithBareServer(cwd, port, `${address}&w=512&f=webp&q=80`, {}, 200)
      return [...lines, atLeast("images", 0.5, { ...repeat, what: "the same picture again" })]
    })
}
