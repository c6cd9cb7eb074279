import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import inject from "light-my-request"
import type { FrontOptions } from "../src/front/Front.js"
import { type OpenAddress, withOpenAddresses } from "../src/front/openAddresses.js"
import { unlimited } from "../src/inside.js"

const statuses: Array<number> = []

const front = {
  limits: unlimited,
  now: () => 0,
  address: () => "192.0.2.1",
  requestIdOf: () => "request-1",
  closing: () => false,
  observer: { answeredByFront: (_: unknown, __: unknown, ___: unknown, status: number) => void statuses.push(status) }
} as unknown as FrontOptions

const broken: OpenAddress = {
  path: "/broken",
  methods: ["GET"],
  headers: [],
  preflight: {},
  serve: () => Promise.reject(new Error("a defect"))
}

it.effect("an open address that fails answers 500 with the id of the request, and is logged and counted", () =>
  Effect.gen(function* () {
    const failures: Array<unknown> = []
    const listener = withOpenAddresses(
      front,
      [() => broken],
      (cause) => void failures.push(cause),
      () => {}
    )
    const { headers, payload, statusCode } = yield* Effect.promise(() =>
      inject((request, response) => listener(request, response), { url: "/broken" })
    )
    expect([statusCode, JSON.parse(payload)]).toEqual([500, { error: "Internal server error", status: 500 }])
    expect(headers["x-request-id"]).toBe("request-1")
    expect(failures).toEqual([new Error("a defect")])
    expect(statuses).toEqual([500])
  })
)
