import { addresses, addressesOf } from "@daybook/page"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { matchAddress } from "../src/router/addresses.js"

// The table imports pages for browsers, which this program cannot load.
const table = readFileSync(new URL("../src/router/routes.ts", import.meta.url), "utf8")
const routed = Array.from(table.matchAll(/address: "([^"]+)"/g), ([, address]) => address)

describe("the addresses", () => {
  it("has a page for each address that the host serves, and no other", () => {
    expect(routed.toSorted()).toEqual(["/", ...addresses].toSorted())
  })

  it("matches whole segments and reads their values", () => {
    expect(matchAddress("/listening/artists/:id", "/listening/artists/7")).toEqual({ id: "7" })
    expect(matchAddress("/listening/artists/:id", "/listening/artists/")).toBeUndefined()
    expect(matchAddress("/listening/artists/:id", "/listening/albums/7")).toBeUndefined()
    expect(matchAddress("/running", "/running/7")).toBeUndefined()
    expect(matchAddress("/", "/")).toEqual({})
  })

  it("gives a declared domain a list and a page for each record", () => {
    expect(addressesOf("books")).toEqual(["/books", "/books/:id"])
  })

  it("decides each path by one address", () => {
    for (const address of addresses) {
      const path = address.replaceAll(/:\w+/g, "7")
      expect(addresses.filter((other) => matchAddress(other, path) !== undefined)[0]).toBe(address)
    }
  })
})
