import MicaRaster

@testable import MicaCPU

extension BoxList {
    /// Whether it has the same of the same ops.
    func isSame(as other: BoxList) -> Bool {
        func words(_ box: SolidBox) -> [Int32] {
            [box.edges.x, box.edges.y, box.edges.z, box.edges.w, Int32(bitPattern: box.pixel)]
        }
        return edges == other.edges && kinds == other.kinds && linkCount == other.linkCount
            && boxes.map(words) == other.boxes.map(words)
    }
}
