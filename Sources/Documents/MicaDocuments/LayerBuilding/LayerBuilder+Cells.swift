import CoreGraphics
import MicaWire
import QuartzCore

/// Cells of emitters.
extension LayerBuilder {
    /// Makes the cell of a description, with the cells in it; warns about values of the wrong type.
    mutating func cell(_ description: CellDescription) -> CAEmitterCell {
        let cell = CAEmitterCell()
        for property in description.properties {
            switch (property.keyPath, property.value) {
            case ("name", .string(let name)): cell.name = name
            case ("contents", .image(let reference)): cell.contents = images.image(reference, in: directory)
            case ("contents", .null): cell.contents = nil
            case ("emitterCells", .cells(let cells)): cell.emitterCells = cells.map { self.cell($0) }
            default:
                guard let known = CellProperty(key: property.keyPath),
                    case .value(let object) = property.value.object(
                        for: PropertyTarget(CellTarget(names: [""], property: known)))
                else {
                    warnUnfit(property.keyPath, at: property.location)
                    continue
                }
                cell.setValue(object, forKey: property.keyPath)
            }
        }
        return cell
    }
}
