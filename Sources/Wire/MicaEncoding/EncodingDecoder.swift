import Foundation
import MicaBase
import MicaWire

/// Turns bytes back into commits; the bytes are not trusted. After an error the connection is of no use any more:
/// images may be missing.
extension WireReader {
    /// Takes a commit off, which is all that is left.
    ///
    /// *Throws*: `WireError` with the offset and the reason; nothing larger than the bytes themselves is allocated
    /// before.
    mutating func commit() throws(WireError) -> Commit {
        let first = offset
        for mark in WireForm.mark {
            guard try byte() == mark else { throw fault(.notACommit, at: first) }
        }
        let start = offset
        let version = try integer()
        guard version == WireForm.version else { throw fault(.unknownVersion(version), at: start) }
        let table = offset
        let (rows, checksum) = (try integer(), try integer())
        guard let known = WireForm.checksum(ofRows: Int(clamping: rows)), UInt64(known) == checksum else {
            throw fault(.otherProperties, at: table)
        }
        var commit = Commit(time: try number())
        commit.created = try ids()
        commit.changes = try list(ofAtLeast: 4) { reader throws(WireError) in try reader.change() }
        commit.destroyed = try ids()
        if try bool() { commit.root = try layer() }
        let end = offset
        let flags = try byte()
        guard flags < 8 else { throw fault(.unknownTag(UInt64(flags)), at: end) }
        commit.isWhole = flags & 1 != 0
        if flags & 2 != 0 {
            commit.remotes = try list(ofAtLeast: 2) { reader throws(WireError) in try reader.remote() }
        }
        if flags & 4 != 0 {
            let start = offset
            let (number, party, parties) = (try integer(), try byte(), try byte())
            guard let fence = CommitFence(number: number, party: party, parties: parties) else {
                throw fault(.badValue, at: start)
            }
            commit.fence = fence
        }
        try finish()
        return commit
    }

    private mutating func ids() throws(WireError) -> [LayerID] {
        try list(ofAtLeast: 1) { reader throws(WireError) in try reader.layer() }
    }

    private mutating func remote() throws(WireError) -> RemoteLink {
        let (layer, start) = (try layer(), offset)
        guard let number = UInt32(exactly: try integer()) else { throw fault(.badInteger, at: start) }
        return RemoteLink(layer: layer, remote: RemoteID(rawValue: number))
    }

    private mutating func change() throws(WireError) -> LayerChange {
        let layer = try layer()
        let start = offset
        let low = UInt128(try integer())
        let mask = PropertyMask(rawValue: low | UInt128(try integer()) << 64)
        guard mask.isSubset(of: .all) else {
            let unknown = mask.subtracting(.all).rawValue.trailingZeroBitCount
            throw fault(.unknownProperty(UInt64(unknown)), at: start)
        }
        var state = LayerState()
        var numbers: LayerChange.InlineValue?
        var rest = mask
        while let property = rest.takeFirst() {
            let row = LayerPropertyTable.rows[Int(property.rawValue)]
            let offset = offset
            let value = try value(of: row)
            guard state.set(property, to: value) else { throw fault(.badValue, at: offset) }
            if mask == PropertyMask(property) { numbers = LayerChange.InlineValue(property, value) }
        }
        let sublayers = try bool() ? try ids() : nil
        let animations = try list(ofAtLeast: 1) { reader throws(WireError) in try reader.edit() }
        let tiles = try tileEdits()
        if let numbers, sublayers == nil, animations.isEmpty, tiles.isEmpty {
            return LayerChange(layer: layer, numbers)
        }
        return LayerChange(
            layer: layer, mask: mask, state: state, sublayers: sublayers, animations: animations,
            tiles: tiles)
    }

    private mutating func value(of row: PropertyRow) throws(WireError) -> PropertyValue {
        if row.kind.mayBeNone, try !bool() { return .none }
        if row.mayBeInfinite { return .number(try extent()) }
        return try payload(row.kind)
    }

    private mutating func value() throws(WireError) -> PropertyValue { try payload(try tagged()) }

    private mutating func payload(_ kind: PropertyValue.Kind) throws(WireError) -> PropertyValue {
        switch kind {
        case .none: return .none
        case .number: return .number(try number())
        case .point: return .point(CGPoint(x: try number(), y: try number()))
        case .size: return .size(CGSize(width: try number(), height: try number()))
        case .rect: return .rect(try rect())
        case .transform: return .transform(try matrix())
        case .color: return .color(try color())
        case .string: return .string(try text())
        case .image: return .image(try image())
        case .layer: return .layer(try layer())
        case .vector: return .vector(try vector())
        case .path: return .path(try path())
        case .numbers: return .numbers(try numbers())
        case .colors: return .colors(try colors())
        case .filters: return .filters(try list(ofAtLeast: 3) { reader throws(WireError) in try reader.filter() })
        case .cells:
            var room = EmitterState.cellLimit
            return .cells(try cells(depth: 1, room: &room))
        }
    }

    private mutating func filter() throws(WireError) -> FilterState {
        let start = offset
        guard let kind = FilterState.Kind(rawValue: try text()) else { throw fault(.badText, at: start) }
        let (name, isEnabled) = (try text(), try bool())
        var numbers: [Double] = []
        for _ in 0..<kind.numberCount { numbers.append(try number()) }
        guard let filter = FilterState(kind, name: name, isEnabled: isEnabled, numbers: numbers) else {
            throw fault(.badValue, at: start)
        }
        return filter
    }

    private mutating func cells(depth: Int, room: inout Int) throws(WireError) -> [CellState] {
        guard depth <= EmitterState.depthLimit else { throw fault(.tooLarge(UInt64(depth))) }
        // The shortest cell: its numbers.
        let count = try count(ofAtLeast: 250)
        room -= count
        guard room >= 0 else { throw fault(.tooLarge(UInt64(count))) }
        var cells: [CellState] = []
        cells.reserveCapacity(count)
        for _ in 0..<count {
            var cell = CellState()
            if try bool() { cell.name = try text() }
            for property in CellProperty.allCases {
                let offset = offset
                let value: PropertyValue
                if property.kind.mayBeNone, try !bool() {
                    value = .none
                } else if property == .emitterCells {
                    value = .cells(try self.cells(depth: depth + 1, room: &room))
                } else {
                    value = try payload(property.kind)
                }
                guard cell.set(property, to: value) else { throw fault(.badValue, at: offset) }
            }
            cell.behaviors = try list(ofAtLeast: 2) { reader throws(WireError) in try reader.behavior() }
            cells.append(cell)
        }
        return cells
    }

    private mutating func matrix() throws(WireError) -> Matrix4 {
        var e = [Double](repeating: 0, count: 16)
        for i in e.indices { e[i] = try number() }
        return Matrix4(elements: e)
    }

    mutating func image() throws(WireError) -> ImageResource {
        let start = offset
        let id = try identity()
        guard let image = images[id] else { throw fault(.unknownImage(id), at: start) }
        return image
    }

    private mutating func edit() throws(WireError) -> AnimationEdit {
        let tag = try byte()
        switch tag {
        case 0: return .add(key: try text(), animation: try animation(depth: 0))
        case 1: return .remove(key: try text())
        case 2: return .removeAll
        default: throw fault(.unknownTag(UInt64(tag)), at: offset - 1)
        }
    }

    private mutating func animation(depth: Int) throws(WireError) -> AnimationState {
        guard depth <= limits.depth else { throw fault(.tooLarge(UInt64(depth))) }
        var timing = TimingState(
            beginTime: try number(), duration: try extent(), speed: try number(),
            timeOffset: try number(), repeatCount: try extent(), repeatDuration: try extent(),
            autoreverses: try bool())
        timing.fillMode = try tagged()
        let curve = try self.curve()
        let removed = try bool()
        let tag = try byte()
        let content: AnimationState.Content
        switch tag {
        case 0: content = .property(try property())
        case 1:
            // The shortest animation is six numbers and seven bytes.
            content = .group(
                try list(ofAtLeast: 55) { reader throws(WireError) in try reader.animation(depth: depth + 1) })
        case 2: content = .transition(try transition())
        default: throw fault(.unknownTag(UInt64(tag)), at: offset - 1)
        }
        return AnimationState(timing: timing, curve: curve, removedOnCompletion: removed, content: content)
    }

    private mutating func transition() throws(WireError) -> TransitionState {
        TransitionState(try tagged(), try tagged(), start: try number(), end: try number())
    }

    private mutating func curve() throws(WireError) -> TimingCurve? {
        guard try bool() else { return nil }
        let start = offset
        let curve = TimingCurve(try number(), try number(), try number(), try number())
        guard (0...1).contains(curve.x1), (0...1).contains(curve.x2) else { throw fault(.badNumber, at: start) }
        return curve
    }

    private mutating func property() throws(WireError) -> PropertyAnimation {
        let start = offset
        let (row, part) = (try byte(), try byte())
        guard let id = PropertyID(rawValue: row) else {
            throw fault(.unknownProperty(UInt64(row)), at: start)
        }
        let parts = PropertyTarget.Part.allCases
        let cell = id == .emitterCells ? try cellTarget() : nil
        let whole = cell?.property.kind ?? LayerPropertyTable.row(id).kind
        guard Int(part) < parts.count, parts[Int(part)].kind(in: whole) != nil else {
            throw fault(.unknownPart(UInt64(part)), at: start + 1)
        }
        var target = PropertyTarget(id, parts[Int(part)])
        if target.part != .whole, LayerPropertyTable.row(id).kind == .filters { target.element = try text() }
        target.cell = cell
        let (isAdditive, isCumulative) = (try bool(), try bool())
        var function: ValueFunction?
        var pixelsPerPoint: Double?
        let map = try byte()
        switch map {
        case 0: break
        case 1: function = try tagged()
        case 2:
            let number = try number()
            guard number > 0 else { throw fault(.badNumber, at: offset - 8) }
            pixelsPerPoint = number
        default: throw fault(.unknownTag(UInt64(map)), at: offset - 1)
        }
        let tag = try byte()
        let values: PropertyAnimation.Values
        switch tag {
        case 0: values = .basic(from: try optional(), to: try optional(), by: try optional())
        case 1:
            values = .spring(
                from: try optional(), to: try optional(), by: try optional(),
                spring: SpringState(
                    mass: try number(), stiffness: try number(), damping: try number(),
                    initialVelocity: try number(), allowsOverdamping: try bool()))
        case 2: values = .keyframes(try keyframes())
        default: throw fault(.unknownTag(UInt64(tag)), at: offset - 1)
        }
        return PropertyAnimation(
            target: target, isAdditive: isAdditive, isCumulative: isCumulative, function: function,
            pixelsPerPoint: pixelsPerPoint, values: values)
    }

    private mutating func cellTarget() throws(WireError) -> CellTarget? {
        let names = try list(ofAtLeast: 1, atMost: EmitterState.depthLimit) { reader throws(WireError) in
            try reader.text()
        }
        if names.isEmpty { return nil }
        let number = try byte()
        guard let property = CellProperty(rawValue: number) else {
            throw fault(.unknownProperty(UInt64(number)), at: offset - 1)
        }
        return CellTarget(names: names, property: property)
    }

    private mutating func optional() throws(WireError) -> PropertyValue? {
        try bool() ? try value() : nil
    }

    private mutating func keyframes() throws(WireError) -> KeyframeState {
        var keyframes = KeyframeState(values: [], mode: try tagged())
        keyframes.values = try list(ofAtLeast: 1) { reader throws(WireError) in try reader.value() }
        if try bool() { keyframes.keyTimes = try numbers() }
        if try bool() {
            keyframes.curves = try list(ofAtLeast: 1) { reader throws(WireError) in try reader.curve() }
        }
        keyframes.bends = KeyframeState.Bends(
            tension: try numbers(), continuity: try numbers(), bias: try numbers())
        if try bool() {
            let turning: MotionPath.Turning = try tagged()
            keyframes.path = MotionPath(try path(), turning: turning)
        }
        return keyframes
    }
}
