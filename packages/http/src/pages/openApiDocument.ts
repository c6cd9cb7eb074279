import * as OpenApi from "@effect/platform/OpenApi"
import { Api } from "../Api.js"

/** The OpenAPI 3.1 document of the whole contract. */
export const openApiDocument = (): OpenApi.OpenAPISpec => OpenApi.fromApi(Api)
