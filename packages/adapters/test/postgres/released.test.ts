import { expect, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

/** Released migrations. Changing one would give existing databases another schema than new ones. */
const released: ReadonlyArray<readonly [name: string, sha256: string]> = [
  ["0001_halls", "c9cf391f45820299a77968ed5b68e5ac9086f8eae6396385a0131e6d914e7844"],
  ["0002_listening", "5dcad4793209d64735f973c0cdeaf7a1a73cb16c17cca1858ac2b109bb9bc677"],
  ["0003_feed", "71109af9d0b34dcc1199727405bcf9f28e6a5d762617838fdbb9fcdbbdc55012"],
  ["0004_search", "b5ea7a9a980145b611f6651cebcbdff2ef013261497e7136f10639f37de9efb9"],
  ["0005_images", "1ac56a14aed08ca0920d5ce85a63578b4bd9e11bed9e575bab10fdaebafe7c11"],
  ["0006_tokens", "cd43ac3ba331a3701c8ecac8ed89e088392b67177e2fe97ba692bc8316fe8823"],
  ["0007_inbox", "a5eb0ae31cce015e54b610d59f615e5aa74a9738970a3ce90c9e00b5b03c55f3"],
  ["0008_running", "b259d8a242834ab8f564a4fd68cef999a1df54c20de45297390b0384f72f176c"],
  ["0009_watching", "8739ceea9eeefd3852824a07cbeddcaee19f28d80e79415c9e04ea73bd975b33"],
  ["0010_collecting", "fdfa7098a9d8f2ba3a9c799980e410b35d261fde54987ab3e7eefb798ae70f3d"],
  ["0011_reading", "89eeb348d840e7a71c84e920b4f1645b30a9cb0da083039ac3d82043ef1d99dc"],
  ["0012_attending", "427b354398e8be6caa314527602967cc547808d7d27e37168af97fd03afbbb25"],
  ["0013_durations", "a07122c151f48e9f49bd38290c2ee9b268eb5264e76bd5505dacfb8e0653396f"],
  ["0014_names", "4bd40155948d29a24de46c01d4a2a73ba91141cf6bb9add4fca06b1e28b8ece7"]
]

it.each(released)("the released migration %s is unchanged: schema changes need a new migration", (name, sha256) => {
  const text = readFileSync(new URL(`../../src/postgres/migrations/${name}.ts`, import.meta.url))
  expect(createHash("sha256").update(text).digest("hex")).toBe(sha256)
})
