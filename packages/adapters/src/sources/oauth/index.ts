export type { OAuthClient } from "./OAuthClient.js"
export { missingLogin, oauthLogin } from "./login.js"
