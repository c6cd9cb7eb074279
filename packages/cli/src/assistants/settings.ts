import { Setting } from "@daybook/adapters"

/** How the names of domains are written. Which ones there are is known once the configuration is read. */
const isDomainName = (text: string) => /^[a-z][a-z0-9_]{0,30}$/.test(text)

/** An origin as browsers send it. `*` would open the owner's data to every page. */
const isOrigin = (text: string) => /^https?:\/\/[^/?#@\s*]+\/?$/i.test(text)

/** Clients are known by their metadata document, or may also register themselves. */
const oauthModes = ["off", "cimd", "cimd+dcr"] as const

/** Settings of what a host offers to assistants. */
export const assistantSettings = Setting.settings({
  served: Setting.flag("DAYBOOK_MCP", true, "`false` serves nothing to assistants at `/mcp`"),
  writes: Setting.flag("DAYBOOK_MCP_WRITE", false, "`true` gives admin keys the tools that write"),
  origins: Setting.withDefault(
    Setting.list(
      "DAYBOOK_MCP_ORIGINS",
      isOrigin,
      "origins such as https://example.org, separated by commas",
      "further origins whose pages may call `/mcp`"
    ),
    [],
    { absence: "none" }
  ),
  tools: Setting.withDefault(
    Setting.list(
      "DAYBOOK_MCP_TOOLS",
      isDomainName,
      "domains such as listening and reading, separated by commas",
      "domains whose tools assistants see"
    ),
    [],
    { absence: "all domains" }
  ),
  importDir: Setting.optional(
    Setting.text("DAYBOOK_MCP_IMPORT_DIR", "folder whose files an assistant of `daybook mcp --write` may import"),
    "none"
  ),
  oauth: Setting.withDefault(
    Setting.oneOf("DAYBOOK_OAUTH", oauthModes, "how hosted assistants get access; `off` has keys only"),
    "off",
    "off"
  ),
  url: Setting.optional(
    Setting.address("DAYBOOK_URL", "address of another host, for `daybook mcp`", "https://life.example"),
    "the data of this machine"
  ),
  key: Setting.optional(Setting.secret("DAYBOOK_KEY", "key of that host, for `daybook mcp`"), "none")
})
