/** What the owner pastes into a client. */
interface Connection {
  /** Address of the host, or undefined for the data of this machine. */
  readonly url: string | undefined
  /** The folder with the data of this machine. */
  readonly dataDir: string
  /** Whether that data is in a PostgreSQL database. Its address has a password, so the owner puts it in. */
  readonly hasDatabase: boolean
}

export const clients = ["claude-desktop", "claude-code", "cursor", "vscode", "chatgpt"] as const
export type ClientName = (typeof clients)[number]

const defaultUrl = "http://127.0.0.1:8787"
const keyText = "svc_live_…"
const databaseText = "postgres://…"

/** A word for a shell. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const json = (value: object) => JSON.stringify(value, null, 2)

/** The environment of a process next to the data. */
const localEnv = ({ dataDir, hasDatabase }: Connection) => ({
  DAYBOOK_DATA_DIR: dataDir,
  ...(hasDatabase ? { DAYBOOK_DATABASE_URL: databaseText } : {})
})

/** The process that a client starts next to the data, or next to a host elsewhere. */
const started = (connection: Connection) => ({
  command: "npx",
  args: ["-y", "@daybook/cli", "mcp", ...(connection.url === undefined ? [] : ["--url", connection.url])],
  env: connection.url === undefined ? localEnv(connection) : { DAYBOOK_KEY: keyText }
})

const called = ({ url = defaultUrl }: Connection, authorization: string) => ({
  url: `${url}/mcp`,
  headers: { Authorization: authorization }
})

const createKey = "Create the key with `daybook keys create --name assistant`."

const nameDatabase = ({ hasDatabase }: Connection): ReadonlyArray<string> =>
  hasDatabase ? [`Put the address of your database where the text has ${databaseText}`] : []

/** Text for one client: what to paste, and where. */
export const pasteFor = (client: ClientName, connection: Connection): string => {
  switch (client) {
    case "claude-desktop":
      return [
        "Settings > Developer > Edit Config opens claude_desktop_config.json. Paste, save and restart the app:",
        json({ mcpServers: { daybook: started(connection) } }),
        ...(connection.url === undefined ? nameDatabase(connection) : [createKey])
      ].join("\n")
    case "claude-code":
      return connection.url === undefined
        ? [
            `claude mcp add daybook ${Object.entries(localEnv(connection))
              .map(([name, value]) => `--env ${quoted(`${name}=${value}`)}`)
              .join(" ")} -- npx -y @daybook/cli mcp`,
            ...nameDatabase(connection)
          ].join("\n")
        : [
            `claude mcp add --transport http daybook ${quoted(`${connection.url}/mcp`)} --header "Authorization: Bearer ${keyText}"`,
            createKey
          ].join("\n")
    case "cursor":
      return [
        "Paste into .cursor/mcp.json of a project, or ~/.cursor/mcp.json:",
        json({ mcpServers: { daybook: called(connection, `Bearer \${env:DAYBOOK_KEY}`) } }),
        `Set DAYBOOK_KEY in the environment of the editor. ${createKey}`
      ].join("\n")
    case "vscode":
      return [
        "Paste into .vscode/mcp.json:",
        json({
          inputs: [{ type: "promptString", id: "daybook-key", description: "Daybook key", password: true }],
          servers: { daybook: { type: "http", ...called(connection, `Bearer \${input:daybook-key}`) } }
        }),
        createKey
      ].join("\n")
    case "chatgpt":
      return [
        `Address for a connector: ${connection.url ?? "https://YOUR-HOST"}/mcp`,
        "Hosted assistants reach public https addresses only, and get access with OAuth: set DAYBOOK_PUBLIC_URL to that",
        "address and DAYBOOK_OAUTH=cimd+dcr on the host. Its consent page takes an admin key, or a code that",
        "`daybook grants approve` confirms."
      ].join("\n")
  }
}
