// The dependency rules. Paths are relative to the root; a rule's comment tells the person who broke it what to do.
const { readdirSync } = require("node:fs")
const { join } = require("node:path")

const domainNames = [
  "listening",
  "running",
  "watching",
  "collecting",
  "reading",
  "attending",
  "books",
  "games",
  "spoken",
  "activities",
  "places"
]
const domains = domainNames.join("|")
const ofDomains = "(?:core/src|http/src/domains|adapters/src/postgres)"
/** Writes records of several domains for other programs. */
const overDomains = ["formats"]
/** Every folder of core that is no domain: a new one is under the rules at once. */
const sharedServices = readdirSync(join(__dirname, "packages/core/src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !domainNames.concat(overDomains).includes(entry.name))
  .map(({ name }) => name)
  .join("|")

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
      comment:
        "packages/http imports core, the built page and elements, effect, the platform, the platform's own parser of forms, a listener's stand-in for sockets and Node itself, never a driver",
      severity: "error",
      from: { path: "^packages/http/src/" },
      to: {
        dependencyTypesNot: ["core"],
        pathNot: [
          "^packages/(http|core)/src/",
          "^packages/page/(dist/assets\\.js|assets\\.d\\.ts)$",
          "^packages/embed/(dist/script\\.js|types/script\\.d\\.ts)$",
          ...npm("effect", "@effect/platform", "@effect/platform-node", "light-my-request", "multipasta")
        ]
      }
    },
    {
      name: "adapters-never-look-up",
      comment: "packages/adapters stands below http and cli",
      severity: "error",
      from: { path: "^packages/adapters/src/" },
      to: { path: ["^packages/(http|cli)/", ...npm("@daybook/http", "@daybook/cli")] }
    },
    {
      name: "sources-know-no-host",
      comment:
        "packages/sources is what the author of a source installs: core, the libraries that read formats, and Node, never storage, pictures or models",
      severity: "error",
      from: { path: "^packages/sources/src/" },
      to: {
        path: [
          "^packages/(adapters|http|cli|mcp)/",
          ...npm("@daybook/adapters", "@daybook/http", "@daybook/cli", "@effect/sql", "@effect/sql-pg", "pg", "sharp")
        ]
      }
    },
    {
      name: "storage-knows-no-source",
      comment: "what a source says reaches storage as a record or a rank; the zone at a point is a fact of the Earth",
      severity: "error",
      from: { path: "^packages/adapters/src/postgres/" },
      to: { path: "^packages/sources/src/", pathNot: "^packages/sources/src/kit/recordings/zone\\.ts$" }
    },
    {
      name: "simulators-know-core-only",
      comment:
        "packages/simulators writes wire formats from the providers' documentation: with a parser of the sources, both would share its faults",
      severity: "error",
      from: { path: "^packages/simulators/src/" },
      to: {
        dependencyTypesNot: ["core"],
        pathNot: [
          "^packages/(simulators|core)/src/",
          ...npm("effect", "@effect/platform", "@effect/platform-node", "fflate")
        ]
      }
    },
    {
      name: "simulators-serve-the-demo",
      comment:
        "packages/simulators is private: next to tests and the bench, only the demo and the process of its simulators import it",
      severity: "error",
      from: { path: "^packages/", pathNot: "^packages/(simulators/|cli/src/actions/(demo|simulate)\\.ts$)" },
      to: { path: ["^packages/simulators/", ...npm("@daybook/simulators")] }
    },
    {
      name: "demo-loads-simulators-late",
      comment: "import() the simulators, so that no other command loads them",
      severity: "error",
      from: { path: "^packages/cli/" },
      to: {
        path: ["^packages/simulators/", ...npm("@daybook/simulators")],
        dynamic: false,
        dependencyTypesNot: ["type-only"]
      }
    },
    {
      name: "page-asks-the-api",
      comment: "packages/page runs in a browser: of ours it knows the types of core alone, which cost it nothing",
      severity: "error",
      from: { path: "^packages/page/src/" },
      to: {
        path: [
          "^packages/(http|sources|adapters|cli)/",
          ...npm("@daybook/http", "@daybook/sources", "@daybook/adapters", "@daybook/cli", "effect")
        ]
      }
    },
    {
      name: "page-bundles-no-core",
      comment: "import type: with core, effect would be in the page",
      severity: "error",
      from: { path: "^packages/page/src/" },
      to: { path: "^packages/core/", dependencyTypesNot: ["type-only"] }
    },
    {
      name: "embed-knows-nothing",
      comment: "packages/embed is 12 KB on pages of others: it imports itself alone",
      severity: "error",
      from: { path: "^packages/embed/src/" },
      to: { pathNot: "^packages/embed/src/" }
    },
    {
      name: "mcp-asks-the-api",
      comment:
        "packages/mcp asks the host through its port: it knows the contract and core, never a service or a driver",
      severity: "error",
      from: { path: "^packages/mcp/src/" },
      to: {
        dependencyTypesNot: ["core"],
        pathNot: [
          "^packages/(mcp|http|core)/src/",
          ...npm("effect", "@effect/platform", "@daybook/core", "@daybook/http", "@modelcontextprotocol/server")
        ]
      }
    },
    {
      name: "only-wire-knows-the-protocol",
      comment: "packages/mcp/src/wire alone imports the library of the protocol, so that it can be exchanged",
      severity: "error",
      from: { path: "^packages/", pathNot: "^packages/mcp/(src/wire|test)/" },
      to: { path: npm("@modelcontextprotocol/server") }
    },
    {
      name: "assistants-load-late",
      comment: "import() the assistants' package, so that a host that nobody asks loads none of it",
      severity: "error",
      from: { path: "^packages/cli/src/", pathNot: "^packages/cli/src/actions/mcp\\.ts$" },
      to: { path: ["^packages/mcp/", ...npm("@daybook/mcp")], dynamic: false, dependencyTypesNot: ["type-only"] }
    },
    {
      name: "nobody-imports-cli",
      comment: "packages/cli assembles: it stands on top",
      severity: "error",
      from: { pathNot: "^packages/cli/" },
      to: { path: ["^packages/cli/", ...npm("@daybook/cli")] }
    },
    {
      name: "domains-import-no-other-domain",
      comment: "one domain reaches another through a shared service",
      severity: "error",
      from: { path: `^packages/${ofDomains}/(${domains})(?:Admin)?(?:/|\\.ts$)` },
      to: {
        path: `^packages/${ofDomains}/(?:${domains})(?:Admin)?(?:/|\\.ts$)`,
        pathNot: `^packages/${ofDomains}/$1(?:Admin)?(?:/|\\.ts$)`
      }
    },
    {
      name: "tables-reach-no-other-domain",
      comment: "not through another module either: what several domains need is a module of its own",
      severity: "error",
      from: { path: `^packages/adapters/src/postgres/(${domains})/` },
      to: {
        path: `^packages/adapters/src/postgres/(?:${domains})/`,
        pathNot: `^packages/adapters/src/postgres/$1/`,
        reachable: true
      }
    },
    {
      name: "http-kit-knows-no-endpoint",
      comment: "the front and the kit serve any group; Api.ts lists the groups",
      severity: "error",
      from: { path: "^packages/http/src/(?:front|kit)/" },
      to: { path: "^packages/http/src/(?:domains|pages|reference)/|^packages/http/src/[^/]+$" }
    },
    {
      name: "shared-services-import-no-domain",
      comment: "domains import shared services, not the other way round",
      severity: "error",
      from: { path: `^packages/core/src/(?:${sharedServices})/` },
      to: { path: `^packages/core/src/(?:${domains})/` }
    },
    {
      name: "shared-tables-import-no-domain",
      comment: "what a shared service needs of a domain's tables, the domain declares: postgres/domains.ts lists it",
      severity: "error",
      from: { path: "^packages/adapters/src/postgres/[^/]+\\.ts$", pathNot: "/domains\\.ts$" },
      to: { path: `^packages/adapters/src/postgres/(?:${domains})/` }
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
      from: { orphan: true, pathNot: "\\.d\\.ts$|^packages/cli/src/config/" },
      to: {}
    },
    {
      name: "no-undeclared-package",
      comment:
        "a package that is imported stands in the dependencies of the package that imports it (cli is bundled, and the page in http)",
      severity: "error",
      from: { path: "^packages/(core|http|sources|adapters|simulators)/src/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], pathNot: "^packages/page/dist/" }
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
