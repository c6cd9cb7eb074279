import type { SettingOrigin } from "@daybook/core/setup"
import { describe, expect, it } from "vitest"
import { destinationProblem, withSecretsOf } from "../../src/setup/destinations.js"
import { operatorsOwn } from "../../src/setup/fixedSettings.js"
import { settingsOf } from "../../../sources/src/kit/SourceConfig.js"
import { definitions } from "../../../sources/src/definitions.js"
import { addressType } from "../../../sources/src/kit/settings.js"

/** Sources whose secrets go to a server of the owner's own. */
const own = definitions.flatMap((definition) => {
  const settings = settingsOf(definition)
  return settings
    .filter(({ isDestination }) => isDestination === true)
    .map((destination) => {
      const secrets = settings.filter(
        ({ isSecret, name }) => isSecret && (destination.receives?.includes(name) ?? true)
      )
      return { definition, destination, secrets, settings, of: `${definition.id} at ${destination.name}` }
    })
})

const origins: ReadonlyArray<SettingOrigin> = ["stored", "environment", "file"]

describe("secrets to another address", () => {
  it("concern every source with a server of the owner's own", () => {
    expect(own.map(({ definition }) => definition.id)).toEqual(
      expect.arrayContaining(["plex", "jellyfin", "tickets", "miniflux", "readeck", "wallabag", "freshrss", "tautulli"])
    )
    // An address that the API can store and that is not a destination would be a hole.
    const holes = definitions.flatMap((definition) =>
      settingsOf(definition).filter(
        (one) => one.type === addressType && operatorsOwn(one) === null && one.isDestination !== true && !one.isSecret
      )
    )
    expect(holes.map(({ name }) => name)).toEqual([])
  })

  it.each(own)("of $of are needed again with a new address, after the old one was deleted as well", (one) => {
    const { destination, secrets, settings } = one
    for (const secret of secrets)
      for (const origin of origins)
        for (const text of [null, "https://old.example"]) {
          const current = settings.map((setting) => ({
            setting,
            origin: setting === secret ? origin : setting === destination && text !== null ? ("stored" as const) : null,
            text: setting === destination ? text : null
          }))
          const values = { [destination.name]: "https://new.example" }
          expect(destinationProblem(current, values, null)).toContain(secret.name)
          if (text !== null) expect(destinationProblem(current, { [destination.name]: text }, null)).toBeNull()
          expect(destinationProblem(current, { ...values, [secret.name]: "again" }, null)).toBeNull()
        }
  })

  it.each(own)("of $of are deleted with the address", ({ destination, secrets, settings }) => {
    expect(withSecretsOf(settings, [destination.name])).toEqual(
      expect.arrayContaining([destination.name, ...secrets.map(({ name }) => name)])
    )
    for (const { name } of secrets) expect(withSecretsOf(settings, [name])).toEqual([name])
  })

  it.each(own.filter(({ definition }) => definition.connect !== undefined))(
    "of $of include the login",
    ({ definition, destination, settings }) => {
      const current = settings.map((setting) => ({ setting, origin: null, text: null }))
      const problem = destinationProblem(current, { [destination.name]: "https://new.example" }, "the provider")
      // The login at Google stays with Google.
      if (definition.id === "tickets") expect(problem).toBeNull()
      else expect(problem).toContain("delete the login first")
    }
  )
})
