import Foundation
import MicaBase
import MicaWire

/// The first bytes of every encoded commit: a mark, the version of the form, and the property table that it is written
/// by.
enum WireForm {
    /// "MC", which tells these bytes from others at once.
    static let mark: [UInt8] = [0x4d, 0x43]
    /// Raised whenever a part, a tag or the order changes. Changes of properties show in `checksum`.
    static let version: UInt64 = 7

    /// A checksum over the cells' properties and the first rows of the property table, in the order of their numbers.
    /// It must be that of the sender's tables, or of their beginning, so that masks and values mean the same here. nil
    /// when there are fewer rows.
    static func checksum(ofRows count: Int) -> UInt32? {
        checksums.indices.contains(count) ? checksums[count] : nil
    }

    /// The checksums of 0, 1, 2 ... rows: FNV-1a over each key, a zero and the number of its kind.
    private static let checksums: [UInt32] = {
        var sum: UInt32 = 0x811c_9dc5
        func add(_ key: String, _ kind: PropertyValue.Kind) {
            for byte in Array(key.utf8) + [0, kind.rawValue] { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
        }
        for property in CellProperty.allCases { add(property.key, property.kind) }
        var sums = [sum]
        for row in LayerPropertyTable.rows {
            add(row.key, row.kind)
            sums.append(sum)
        }
        return sums
    }()
}

/// The images that the sending end of a connection has announced.
struct SentImages: Sendable {
    private struct Sent: Sendable {
        weak var image: ImageResource?
    }
    private var images: [UInt64: Sent] = [:]
    /// From this many images on, those that are gone are looked for.
    private var sweepSize = 64
    /// Images that the bytes being encoded name, and that were not announced.
    private(set) var new: [ImageResource] = []

    /// Notes that an image is named.
    mutating func name(_ image: ImageResource) {
        guard images[image.id] == nil else { return }
        images[image.id] = Sent(image: image)
        new.append(image)
    }

    /// Takes out the images that have to be announced now.
    mutating func takeNew() -> [ImageResource] {
        defer { new.removeAll() }
        return new
    }

    /// Takes out the images that the client has released, so that nothing will name them again; not always all of them.
    mutating func takeGone() -> [UInt64] {
        guard images.count >= sweepSize else { return [] }
        let gone = images.filter { $0.value.image == nil }.keys.sorted()
        for id in gone { images[id] = nil }
        sweepSize = max(64, images.count * 2)
        return gone
    }
}

/// Turns commits into bytes, for one connection. Images are named by their identities; their pixels are sent before.
///
/// A commit's form: mark, version, number of properties and their checksum, time, created ids, changes, destroyed ids,
/// root, flags (whole, layers that show other trees follow, a fence follows), and these. A change: id, property mask,
/// the values that the mask names in the order of `PropertyID`, sublayers, edits of animations, edits of tiles. See
/// docs/commit-protocol.md.
package struct CommitEncoder: Sendable {
    var images = SentImages()
    var writer = WireWriter()

    /// Makes the sending end of a connection.
    package init() {}

    /// The bytes of a commit; they must be decoded in the order of encoding.
    package mutating func encode(_ commit: Commit) -> [UInt8] {
        writer = WireWriter(bytes: WireForm.mark)
        writer.integer(WireForm.version)
        let rows = LayerPropertyTable.rows.count
        writer.integer(UInt64(rows))
        writer.integer(UInt64(WireForm.checksum(ofRows: rows) ?? 0))
        writer.number(commit.time)
        ids(commit.created)
        writer.count(commit.changes.count)
        // By index, so that no change is copied.
        for index in commit.changes.indices { encode(commit.changes.span[index]) }
        ids(commit.destroyed)
        writer.bool(commit.root != nil)
        if let root = commit.root { writer.identity(root.rawValue) }
        writer.byte((commit.isWhole ? 1 : 0) | (commit.remotes.isEmpty ? 0 : 2) | (commit.fence == nil ? 0 : 4))
        if !commit.remotes.isEmpty {
            writer.count(commit.remotes.count)
            for link in commit.remotes {
                writer.identity(link.layer.rawValue)
                writer.integer(UInt64(link.remote.rawValue))
            }
        }
        if let fence = commit.fence {
            writer.integer(fence.number)
            writer.byte(fence.party)
            writer.byte(fence.parties)
        }
        defer { writer = WireWriter() }
        return writer.bytes
    }

    private mutating func ids(_ ids: [LayerID]) {
        writer.count(ids.count)
        for id in ids { writer.identity(id.rawValue) }
    }

    private mutating func encode(_ change: LayerChange) {
        writer.identity(change.layer.rawValue)
        let bits = change.mask.intersection(.all).rawValue
        writer.integer(UInt64(truncatingIfNeeded: bits))
        writer.integer(UInt64(truncatingIfNeeded: bits >> 64))
        guard !change.isOfNumbers else {
            // One property; no sublayers, no edits of animations or tiles.
            payload(change.numbers.value)
            return writer.bytes.append(contentsOf: [0, 0, 0])
        }
        let state = change.state
        var rest = change.mask.intersection(.all)
        while let property = rest.takeFirst() {
            encode(state[property], of: LayerPropertyTable.rows[Int(property.rawValue)].kind)
        }
        writer.bool(change.sublayers != nil)
        if let sublayers = change.sublayers { ids(sublayers) }
        writer.count(change.animations.count)
        for edit in change.animations { encode(edit) }
        encode(change.tiles)
    }

    /// Writes a property's value: of the kind that its row states, or none.
    private mutating func encode(_ value: PropertyValue, of kind: PropertyValue.Kind) {
        if kind.mayBeNone {
            writer.bool(value.kind != .none)
            if value.kind == .none { return }
        }
        payload(value)
    }

    private mutating func tagged(_ value: PropertyValue) {
        writer.byte(value.kind.rawValue)
        payload(value)
    }

    private mutating func payload(_ value: PropertyValue) {
        switch value {
        case .none: break
        case .number(let v): writer.number(v)
        case .point(let v): writer.numbers(Double(v.x), Double(v.y))
        case .size(let v): writer.numbers(Double(v.width), Double(v.height))
        case .rect(let v): writer.rect(v)
        case .transform(let v):
            writer.numbers(
                v.m11, v.m12, v.m13, v.m14, v.m21, v.m22, v.m23, v.m24, v.m31, v.m32, v.m33, v.m34, v.m41, v.m42, v.m43,
                v.m44)
        case .color(let v): writer.color(v)
        case .string(let v): writer.text(v)
        case .image(let v): encode(v)
        case .layer(let v): writer.identity(v.rawValue)
        case .vector(let v): writer.vector(v)
        case .path(let v): writer.encode(v)
        case .numbers(let v): writer.numbers(v)
        case .colors(let v): writer.colors(v)
        case .filters(let v):
            writer.count(v.count)
            for filter in v {
                writer.text(filter.kind.rawValue)
                writer.text(filter.name)
                writer.bool(filter.isEnabled)
                for number in filter.numbers { writer.number(number) }
            }
        case .cells(let v): encode(v)
        }
    }

    private mutating func encode(_ cells: [CellState]) {
        writer.count(cells.count)
        for cell in cells {
            writer.bool(cell.name != nil)
            if let name = cell.name { writer.text(name) }
            for property in CellProperty.allCases { encode(cell[property], of: property.kind) }
            writer.count(cell.behaviors.count)
            for behavior in cell.behaviors { writer.encode(behavior) }
        }
    }

    mutating func encode(_ image: ImageResource) {
        writer.identity(image.id)
        images.name(image)
    }

    private mutating func encode(_ edit: AnimationEdit) {
        switch edit {
        case .add(let key, let animation):
            writer.byte(0)
            writer.text(key)
            encode(animation)
        case .remove(let key):
            writer.byte(1)
            writer.text(key)
        case .removeAll:
            writer.byte(2)
        }
    }

    private mutating func encode(_ animation: AnimationState) {
        let t = animation.timing
        writer.numbers(t.beginTime, t.duration, t.speed, t.timeOffset, t.repeatCount, t.repeatDuration)
        writer.bool(t.autoreverses)
        writer.byte(t.fillMode.rawValue)
        encode(animation.curve)
        writer.bool(animation.removedOnCompletion)
        switch animation.content {
        case .property(let property):
            writer.byte(0)
            encode(property)
        case .group(let members):
            writer.byte(1)
            writer.count(members.count)
            for member in members { encode(member) }
        case .transition(let transition):
            writer.byte(2)
            writer.byte(transition.kind.rawValue)
            writer.byte(transition.direction.rawValue)
            writer.numbers(transition.start, transition.end)
        }
    }

    private mutating func encode(_ curve: TimingCurve?) {
        writer.bool(curve != nil)
        if let c = curve { writer.numbers(c.x1, c.y1, c.x2, c.y2) }
    }

    private mutating func encode(_ animation: PropertyAnimation) {
        writer.byte(animation.target.property.rawValue)
        writer.byte(animation.target.part.wireNumber)
        if animation.target.part != .whole, LayerPropertyTable.row(animation.target.property).kind == .filters {
            writer.text(animation.target.element ?? "")
        }
        if animation.target.property == .emitterCells {
            writer.count(animation.target.cell?.names.count ?? 0)
            if let cell = animation.target.cell {
                for name in cell.names { writer.text(name) }
                writer.byte(cell.property.rawValue)
            }
        }
        writer.bool(animation.isAdditive)
        writer.bool(animation.isCumulative)
        if let function = animation.function {
            writer.byte(1)
            writer.byte(function.rawValue)
        } else if let pixels = animation.pixelsPerPoint {
            writer.byte(2)
            writer.number(pixels)
        } else {
            writer.byte(0)
        }
        switch animation.values {
        case .basic(let from, let to, let by):
            writer.byte(0)
            optional(from)
            optional(to)
            optional(by)
        case .spring(let from, let to, let by, let spring):
            writer.byte(1)
            optional(from)
            optional(to)
            optional(by)
            writer.numbers(spring.mass, spring.stiffness, spring.damping, spring.initialVelocity)
            writer.bool(spring.allowsOverdamping)
        case .keyframes(let keyframes):
            writer.byte(2)
            encode(keyframes)
        }
    }

    private mutating func encode(_ keyframes: KeyframeState) {
        writer.byte(keyframes.mode.rawValue)
        writer.count(keyframes.values.count)
        for value in keyframes.values { tagged(value) }
        writer.bool(keyframes.keyTimes != nil)
        if let times = keyframes.keyTimes { writer.numbers(times) }
        writer.bool(keyframes.curves != nil)
        if let curves = keyframes.curves {
            writer.count(curves.count)
            for curve in curves { encode(curve) }
        }
        writer.numbers(keyframes.bends.tension)
        writer.numbers(keyframes.bends.continuity)
        writer.numbers(keyframes.bends.bias)
        writer.bool(keyframes.path != nil)
        if let path = keyframes.path {
            writer.byte(path.turning.rawValue)
            writer.encode(path.path)
        }
    }

    private mutating func optional(_ value: PropertyValue?) {
        writer.bool(value != nil)
        if let value { tagged(value) }
    }
}

extension PropertyValue.Kind {
    /// Whether a property of this kind may have no value.
    var mayBeNone: Bool {
        switch self {
        case .color, .image, .layer, .path, .numbers, .colors, .cells, .filters, .string: true
        default: false
        }
    }
}

extension PropertyTarget.Part {
    /// The part's number in the encoded form.
    var wireNumber: UInt8 { Self.wireNumbers[self] ?? 0 }

    private static let wireNumbers = Dictionary(uniqueKeysWithValues: zip(allCases, UInt8(0)...))
}
