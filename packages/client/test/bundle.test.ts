import { readFileSync, readdirSync } from "node:fs"
import { resolve } from "node:path"
import { expect, it } from "vitest"
import { handlers } from "../../http/src/Api.js"

const dist = resolve(import.meta.dirname, "../dist")
const bundle = readdirSync(dist)
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(resolve(dist, name), "utf8"))
  .join("\n")

it("contains the contract and no handlers or services", () => {
  const services = Object.values(handlers).flatMap(({ services }) => services.map(({ key }) => key.split("/").at(-1)!))
  expect(services.length).toBeGreaterThan(20)
  expect(bundle).toContain("/listening")
  const imported = Array.from(bundle.matchAll(/import \{([^}]*)\} from ['"]@daybook\/core/g), ([, names]) =>
    names!.split(",").map((name) => name.trim())
  ).flat()
  expect(imported.length).toBeGreaterThan(20)
  expect(imported.filter((name) => services.includes(name))).toEqual([])
})
