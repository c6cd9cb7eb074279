export { Api } from "./Api.js"
export * as DaybookClient from "./Client.js"
export { openApiDocument } from "./pages/openApiDocument.js"
export * from "./Server.js"
