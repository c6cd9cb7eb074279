import { ProtocolError, Server } from "@modelcontextprotocol/server"
import { instructions, lensInstructions } from "../instructions.js"
import { jsonSchemaOf } from "../kit/jsonSchema.js"
import { type Prompt, prompts } from "../prompts.js"
import { listResources, readResource, templates } from "../resources.js"
import type { Session } from "../session.js"
import type { Tool } from "../Tool.js"

/** JSON-RPC: the parameters are wrong, such as a tool that does not exist. */
const invalidParams = -32_602
const internalError = -32_603

const hour = 3_600_000
const minute = 60_000

const listings = new WeakMap<Tool, object>()

/** A tool as clients list it. */
const listingOf = (tool: Tool) => {
  const cached = listings.get(tool)
  if (cached !== undefined) return cached as ReturnType<typeof makeListing>
  const listing = makeListing(tool)
  listings.set(tool, listing)
  return listing
}

const makeListing = ({ annotations, description, input, name, output, title }: Tool) => ({
  name,
  title,
  description,
  inputSchema: { ...jsonSchemaOf(input), additionalProperties: false },
  outputSchema: jsonSchemaOf(output),
  annotations
})

/** A server of the protocol for one connection, or for one request. */
export const serverOf = (session: Session): Server => {
  const server = new Server(
    { name: "daybook", title: "Daybook", version: session.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: session.lens === undefined ? instructions : lensInstructions,
      cacheHints: {
        "tools/list": { ttlMs: hour, cacheScope: "private" },
        "prompts/list": { ttlMs: hour, cacheScope: "private" },
        "resources/list": { ttlMs: minute, cacheScope: "private" },
        "resources/templates/list": { ttlMs: hour, cacheScope: "private" },
        "resources/read": { ttlMs: minute, cacheScope: "private" }
      }
    }
  )
  server.setRequestHandler("tools/list", () => ({ tools: session.tools.map(listingOf) }))
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = session.tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new ProtocolError(invalidParams, unknownTool(params.name, session))
    const result = await session.run(tool, params.arguments ?? {}, mcpReq.signal)
    const content = [{ type: "text" as const, text: result.text }]
    return result.isError ? { content, isError: true } : { content, structuredContent: { ...result.structured } }
  })
  addResources(server, session)
  addPrompts(server, session.lens === undefined ? prompts : [])
  return server
}

const unknownTool = (name: string, { lens, tools }: Session): string =>
  lens === undefined
    ? `there is no tool ${name}; tools/list has all`
    : `there is no tool ${name} here: the lens ${lens} limits this connection to ${tools.map((tool) => tool.name).join(" and ")}`

const mimeType = "application/json"

const addResources = (server: Server, session: Session): void => {
  server.setRequestHandler("resources/list", async (_, { mcpReq }) => ({
    resources: (await listResources(session, mcpReq.signal)).map((resource) => ({ ...resource, mimeType }))
  }))
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: (session.lens === undefined ? templates : []).map((template) => ({ ...template, mimeType }))
  }))
  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq }) => {
    const resource = await readResource(session, uri, mcpReq.signal)
    if (resource === undefined) throw new ProtocolError(invalidParams, `there is no resource ${uri}`)
    if ("failure" in resource) throw new ProtocolError(internalError, resource.failure ?? "")
    return { contents: [{ uri, mimeType, text: resource.text }], ttlMs: resource.ttlMs, cacheScope: "private" as const }
  })
}

const addPrompts = (server: Server, prompts: ReadonlyArray<Prompt>): void => {
  server.setRequestHandler("prompts/list", () => ({
    prompts: prompts.map(({ text: _, ...prompt }) => ({ ...prompt, arguments: [...prompt.arguments] }))
  }))
  server.setRequestHandler("prompts/get", ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name)
    if (prompt === undefined) throw new ProtocolError(invalidParams, `there is no prompt ${params.name}`)
    const missing = prompt.arguments.find(({ name, required }) => required && params.arguments?.[name] === undefined)
    if (missing !== undefined) throw new ProtocolError(invalidParams, `the argument ${missing.name} is missing`)
    const text = prompt.text(params.arguments ?? {})
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text } }]
    }
  })
}
