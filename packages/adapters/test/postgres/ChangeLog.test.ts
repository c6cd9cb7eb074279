import { changeLogContract } from "../contract/ChangeLog.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) changeLogContract(engine.name, newDatabase(engine))
