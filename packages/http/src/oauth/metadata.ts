import { grantScopes } from "@daybook/core/grants"

export const resourcePath = "/.well-known/oauth-protected-resource"
export const serverPath = "/.well-known/oauth-authorization-server"

/** What guards the resource (RFC 9728). */
export const resourceMetadata = (issuer: string, resource: string) => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: grantScopes,
  bearer_methods_supported: ["header"],
  resource_name: "Daybook"
})

/** What the authorization server offers (RFC 8414). */
export const serverMetadata = (issuer: string, allowsRegistration: boolean) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  ...(allowsRegistration ? { registration_endpoint: `${issuer}/oauth/register` } : {}),
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  scopes_supported: grantScopes,
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true
})
