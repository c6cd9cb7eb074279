// Who may know whom. Paths are relative to the root; a rule's comment is what a person reads who broke it.
const rooms = "listening|running|watching|collecting|reading|attending"
const inRoom = "(?:core/src|http/src/rooms|adapters/src/postgres)"
const halls = "sync|feed|search|images|keys|metrics|webhooks|shared"

/** Matches an npm package (and its subpaths) as resolved through node_modules, or by its bare name. */
const npm = (...names) => names.map((name) => `(^|/node_modules/)${name}(/|$)`)

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "core-knows-effect-only",
      comment: "packages/core imports effect and itself, so that it bundles for a browser",
      severity: "error",
      from: { path: "^packages/core/src/" },
      to: { pathNot: ["^packages/core/src/", ...npm("effect")] }
    },
    {
      name: "http-knows-core-only",
      comment: "packages/http imports core, the built page, effect, the platform, the platform's own parser of forms, a listener's stand-in for sockets and Node itself, never a driver",
      severity: "error",
      from: { path: "^packages/http/src/" },
      to: { dependencyTypesNot: ["core"], pathNot: ["^packages/(http|core)/src/", "^packages/page/(dist/assets\\.js|assets\\.d\\.ts)$", ...npm("effect", "@effect/platform", "@effect/platform-node", "light-my-request", "multipasta")] }
    },
    {
      name: "adapters-never-look-up",
      comment: "packages/adapters stands below http and cli",
      severity: "error",
      from: { path: "^packages/adapters/src/" },
      to: { path: ["^packages/(http|cli)/", ...npm("@daybook/http", "daybook")] }
    },
    {
      name: "page-asks-the-api",
      comment: "packages/page runs in a browser: of ours it knows the types of core alone, which cost it nothing",
      severity: "error",
      from: { path: "^packages/page/src/" },
      to: { path: ["^packages/(http|adapters|cli)/", ...npm("@daybook/http", "@daybook/adapters", "daybook", "effect")] }
    },
    {
      name: "page-bundles-no-core",
      comment: "import type: with core, effect would be in the page",
      severity: "error",
      from: { path: "^packages/page/src/" },
      to: { path: "^packages/core/", dependencyTypesNot: ["type-only"] }
    },
    {
      name: "nobody-imports-cli",
      comment: "packages/cli assembles: it stands on top",
      severity: "error",
      from: { pathNot: "^packages/cli/" },
      to: { path: ["^packages/cli/", ...npm("daybook")] }
    },
    {
      name: "rooms-do-not-meet",
      comment: "what crosses rooms goes through a hall",
      severity: "error",
      from: { path: `^packages/${inRoom}/(${rooms})(?:/|\\.ts$)` },
      to: { path: `^packages/${inRoom}/(?:${rooms})(?:/|\\.ts$)`, pathNot: `^packages/${inRoom}/$1(?:/|\\.ts$)` }
    },
    {
      name: "halls-never-import-rooms",
      comment: "rooms import halls, not the other way round",
      severity: "error",
      from: { path: `^packages/core/src/(?:${halls})/` },
      to: { path: `^packages/core/src/(?:${rooms})/` }
    },
    {
      name: "no-circle",
      comment: "modules that need each other are one module, or miss a third",
      severity: "error",
      from: {},
      to: { circular: true }
    },
    {
      name: "no-orphan",
      comment: "nothing imports this module and it imports nothing",
      severity: "error",
      from: { orphan: true, pathNot: "\\.d\\.ts$" },
      to: {}
    },
    {
      name: "no-undeclared-package",
      comment: "a package that is imported stands in the dependencies of the package that imports it (cli is bundled)",
      severity: "error",
      from: { path: "^packages/(core|http|adapters)/src/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] }
    },
    {
      name: "no-unresolved-import",
      comment: "the import leads nowhere, so no other rule could judge it",
      severity: "error",
      from: {},
      to: { couldNotResolve: true }
    }
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@daybook/source", "import", "types", "node", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".d.ts"]
    }
  }
}
