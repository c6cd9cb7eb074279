import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { root } from "./paths.mjs"
import { CommandFailure, main } from "./command.mjs"

const redocly = async (text) => {
  const { createConfig, lintFromString } = await import("@redocly/openapi-core")
  const problems = await lintFromString({
    source: text,
    absoluteRef: "openapi.json",
    config: await createConfig({ extends: ["recommended"] })
  })
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ location, message, ruleId }) => `redocly ${ruleId} ${location[0]?.pointer ?? ""}: ${message}`)
}

const spectral = async (text) => {
  const { default: core } = await import("@stoplight/spectral-core")
  const {
    default: { oas }
  } = await import("@stoplight/spectral-rulesets")
  const linter = new core.Spectral()
  linter.setRuleset({ extends: [[oas, "recommended"]] })
  const problems = await linter.run(JSON.parse(text))
  // Severity 0 is an error. Job result schemas have no reference, which causes a warning only.
  return problems
    .filter(({ severity }) => severity === 0)
    .map(({ code, message, path }) => `spectral ${code} ${path.join("/")}: ${message}`)
}

/** Lints the OpenAPI document of the built host with the recommended rules of two linters. */
await main(async () => {
  const { openApiDocument } = await import(pathToFileURL(join(root, "packages", "http", "dist", "index.js")).href)
  const text = JSON.stringify(openApiDocument())
  const problems = [...(await redocly(text)), ...(await spectral(text))]
  if (problems.length > 0)
    throw new CommandFailure(`${problems.length} problems in the OpenAPI document`, problems.join("\n"))
})
