import * as OpenApi from "@effect/platform/OpenApi"
import { Api } from "../Api.js"
import { routesOf } from "../front/RouteTable.js"
import { describe } from "../openapi.js"

/** The API as its document shows it: the platform's own reference page is made from it, too. */
export const documentedApi = Api.annotate(OpenApi.Transform, (made) => describe(made, routesOf(Api)))

/** The OpenAPI 3.1 document of the whole contract. */
export const openApiDocument = (): OpenApi.OpenAPISpec => OpenApi.fromApi(documentedApi)
