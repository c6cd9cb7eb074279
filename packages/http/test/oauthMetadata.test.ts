import { describe, expect, it } from "vitest"
import { resourceMetadata, serverMetadata } from "../src/oauth/metadata.js"

const issuer = "https://life.example"

describe("OAuth metadata", () => {
  it("names what guards the resource", () => {
    expect(resourceMetadata(issuer, `${issuer}/mcp`)).toMatchObject({
      resource: `${issuer}/mcp`,
      authorization_servers: [issuer],
      scopes_supported: ["read", "write"],
      bearer_methods_supported: ["header"]
    })
  })

  it("names the endpoints, and the one for registration only where clients may register", () => {
    const common = {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      scopes_supported: ["read", "write"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true
    }
    expect(serverMetadata(issuer, false)).toMatchObject(common)
    expect(serverMetadata(issuer, false)).not.toHaveProperty("registration_endpoint")
    expect(serverMetadata(issuer, true)).toMatchObject({ ...common, registration_endpoint: `${issuer}/oauth/register` })
  })
})
