import { catalogueContract } from "../contract/Catalogue.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) catalogueContract(engine.name, newDatabase(engine))
