import { Effect } from "effect"
import { mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { hasSpace } from "../../src/imports/ImportFiles.js"

const folder = mkdtempSync(join(tmpdir(), "daybook-space-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("refuses a file that announces more than the disk has, before a byte of it", async () => {
  const { bavail, bsize } = statfsSync(folder)
  const failure = await Effect.runPromise(Effect.flip(hasSpace(join(folder, "imports"), bavail * bsize + 1)))
  expect(failure).toMatchObject({ _tag: "FullDisk", message: expect.stringContaining("too little space") })
  for (const bytes of [0, 1]) await Effect.runPromise(hasSpace(join(folder, "imports"), bytes))
})
