import Foundation
import MicaGeometry
import MicaResources

/// Turns bytes back into commits, for one connection. The bytes are not trusted.
package struct CommitDecoder: Sendable {
    let limits: WireLimits
    /// The images that the client has sent and not dropped.
    var images = ReceivedImages()
    var reader: WireReader

    /// Makes the receiving end of a connection.
    ///
    /// - Parameter client: the number of the client that sends the bytes; it goes into all identities.
    package init(limits: WireLimits = WireLimits(), client: UInt16 = 0) {
        self.limits = limits
        reader = WireReader([], limits: limits, client: client)
    }

    /// Decodes a commit. After an error the connection can no longer be used: images may be missing.
    ///
    /// *Throws*: `WireError` with the offset and the reason; nothing larger than the bytes themselves is allocated
    /// before.
    package mutating func decode(_ bytes: [UInt8]) throws(WireError) -> Commit { try decode(bytes, from: 0) }

    /// Decodes a commit from the bytes from an offset on.
    mutating func decode(_ bytes: [UInt8], from offset: Int) throws(WireError) -> Commit {
        reader.begin(bytes, from: offset)
        defer { reader.begin([]) }
        for mark in WireForm.mark {
            guard try reader.byte() == mark else { throw reader.fault(.notACommit, at: offset) }
        }
        let start = reader.offset
        let version = try reader.integer()
        guard version == WireForm.version else { throw reader.fault(.unknownVersion(version), at: start) }
        let table = reader.offset
        let (rows, checksum) = (try reader.integer(), try reader.integer())
        guard let known = WireForm.checksum(ofRows: Int(clamping: rows)), UInt64(known) == checksum else {
            throw reader.fault(.otherProperties, at: table)
        }
        var commit = Commit(time: try reader.number())
        commit.created = try ids()
        let count = try reader.count(ofAtLeast: 4)
        commit.changes.reserveCapacity(min(count, 4_096))
        for _ in 0..<count { commit.changes.append(try change()) }
        commit.destroyed = try ids()
        if try reader.bool() { commit.root = try reader.layer() }
        let end = reader.offset
        let flags = try reader.byte()
        guard flags < 8 else { throw reader.fault(.unknownTag(UInt64(flags)), at: end) }
        commit.isWhole = flags & 1 != 0
        let remotes = flags & 2 != 0 ? try reader.count(ofAtLeast: 2) : 0
        commit.remotes.reserveCapacity(remotes)
        for _ in 0..<remotes {
            let (layer, start) = (try reader.layer(), reader.offset)
            guard let number = UInt32(exactly: try reader.integer()) else { throw reader.fault(.badInteger, at: start) }
            commit.remotes.append(RemoteLink(layer: layer, remote: RemoteID(rawValue: number)))
        }
        if flags & 4 != 0 {
            let start = reader.offset
            let (number, party, parties) = (try reader.integer(), try reader.byte(), try reader.byte())
            guard let fence = CommitFence(number: number, party: party, parties: parties) else {
                throw reader.fault(.badValue, at: start)
            }
            commit.fence = fence
        }
        try reader.finish()
        return commit
    }

    private mutating func ids() throws(WireError) -> [LayerID] {
        let count = try reader.count(ofAtLeast: 1)
        var ids: [LayerID] = []
        ids.reserveCapacity(count)
        for _ in 0..<count { ids.append(try reader.layer()) }
        return ids
    }

    private mutating func change() throws(WireError) -> LayerChange {
        let layer = try reader.layer()
        let start = reader.offset
        let low = UInt128(try reader.integer())
        let mask = PropertyMask(rawValue: low | UInt128(try reader.integer()) << 64)
        guard mask.isSubset(of: .all) else {
            let unknown = mask.subtracting(.all).rawValue.trailingZeroBitCount
            throw reader.fault(.unknownProperty(UInt64(unknown)), at: start)
        }
        var state = LayerState()
        var numbers: LayerChange.InlineValue?
        var rest = mask
        while let property = rest.takeFirst() {
            let row = LayerPropertyTable.rows[Int(property.rawValue)]
            let offset = reader.offset
            let value = try value(of: row)
            guard state.set(property, to: value) else { throw reader.fault(.badValue, at: offset) }
            if mask == PropertyMask(property) { numbers = LayerChange.InlineValue(property, value) }
        }
        let sublayers = try reader.bool() ? try ids() : nil
        let count = try reader.count(ofAtLeast: 1)
        var animations: [AnimationEdit] = []
        animations.reserveCapacity(min(count, 4_096))
        for _ in 0..<count { animations.append(try edit()) }
        let tiles = try tileEdits()
        if let numbers, sublayers == nil, animations.isEmpty, tiles.isEmpty {
            return LayerChange(layer: layer, numbers)
        }
        return LayerChange(
            layer: layer, mask: mask, state: state, sublayers: sublayers, animations: animations,
            tiles: tiles)
    }

    private mutating func value(of row: PropertyRow) throws(WireError) -> PropertyValue {
        if row.kind.mayBeNone, try !reader.bool() { return .none }
        if row.mayBeInfinite { return .number(try reader.extent()) }
        return try payload(row.kind)
    }

    private mutating func tagged() throws(WireError) -> PropertyValue {
        let tag = try reader.byte()
        guard let kind = PropertyValue.Kind(rawValue: tag) else {
            throw reader.fault(.unknownTag(UInt64(tag)), at: reader.offset - 1)
        }
        return try payload(kind)
    }

    private mutating func payload(_ kind: PropertyValue.Kind) throws(WireError) -> PropertyValue {
        switch kind {
        case .none: return .none
        case .number: return .number(try reader.number())
        case .point: return .point(CGPoint(x: try reader.number(), y: try reader.number()))
        case .size: return .size(CGSize(width: try reader.number(), height: try reader.number()))
        case .rect:
            return .rect(
                CGRect(
                    x: try reader.number(), y: try reader.number(), width: try reader.number(),
                    height: try reader.number()))
        case .transform: return .transform(try matrix())
        case .color:
            let tag = try reader.byte()
            guard let space = ColorValue.Space(rawValue: tag) else {
                throw reader.fault(.unknownTag(UInt64(tag)), at: reader.offset - 1)
            }
            return .color(
                ColorValue(
                    space, red: try reader.number(), green: try reader.number(), blue: try reader.number(),
                    alpha: try reader.number()))
        case .string: return .string(try reader.text())
        case .image: return .image(try image())
        case .layer: return .layer(try reader.layer())
        case .vector: return .vector(SIMD3(try reader.number(), try reader.number(), try reader.number()))
        case .path: return .path(try path())
        case .numbers:
            let count = try reader.count(ofAtLeast: 8)
            var numbers: [Double] = []
            numbers.reserveCapacity(count)
            for _ in 0..<count { numbers.append(try reader.number()) }
            return .numbers(numbers)
        case .colors:
            let count = try reader.count(ofAtLeast: 33)
            var colors: [ColorValue] = []
            colors.reserveCapacity(count)
            for _ in 0..<count {
                if case .color(let color) = try payload(.color) { colors.append(color) }
            }
            return .colors(colors)
        case .filters:
            let count = try reader.count(ofAtLeast: 3)
            var filters: [FilterState] = []
            for _ in 0..<count { filters.append(try filter()) }
            return .filters(filters)
        case .cells:
            var room = EmitterState.cellLimit
            return .cells(try cells(depth: 1, room: &room))
        }
    }

    private mutating func filter() throws(WireError) -> FilterState {
        let start = reader.offset
        guard let kind = FilterState.Kind(rawValue: try reader.text()) else { throw reader.fault(.badText, at: start) }
        let (name, isEnabled) = (try reader.text(), try reader.bool())
        var numbers: [Double] = []
        for _ in 0..<kind.numberCount { numbers.append(try reader.number()) }
        guard let filter = FilterState(kind, name: name, isEnabled: isEnabled, numbers: numbers) else {
            throw reader.fault(.badValue, at: start)
        }
        return filter
    }

    private mutating func cells(depth: Int, room: inout Int) throws(WireError) -> [CellState] {
        guard depth <= EmitterState.depthLimit else { throw reader.fault(.tooLarge(UInt64(depth))) }
        // The shortest cell is its numbers.
        let count = try reader.count(ofAtLeast: 250)
        room -= count
        guard room >= 0 else { throw reader.fault(.tooLarge(UInt64(count))) }
        var cells: [CellState] = []
        cells.reserveCapacity(count)
        for _ in 0..<count {
            var cell = CellState()
            if try reader.bool() { cell.name = try reader.text() }
            for property in CellProperty.allCases {
                let offset = reader.offset
                let value: PropertyValue
                if property.kind.mayBeNone, try !reader.bool() {
                    value = .none
                } else if property == .emitterCells {
                    value = .cells(try self.cells(depth: depth + 1, room: &room))
                } else {
                    value = try payload(property.kind)
                }
                guard cell.set(property, to: value) else { throw reader.fault(.badValue, at: offset) }
            }
            let behaviors = try reader.count(ofAtLeast: 2)
            for _ in 0..<behaviors { cell.behaviors.append(try reader.behavior()) }
            cells.append(cell)
        }
        return cells
    }

    private mutating func path() throws(WireError) -> Path {
        let count = try reader.count(ofAtLeast: 1)
        var verbs: [Path.Verb] = []
        verbs.reserveCapacity(count)
        for _ in 0..<count {
            let offset = reader.offset
            guard let verb = Path.Verb(rawValue: try reader.byte()) else { throw reader.fault(.badValue, at: offset) }
            // A path begins with a move; an element after a close begins a contour where the closed one began.
            if verbs.isEmpty, verb != .move { throw reader.fault(.badValue, at: offset) }
            verbs.append(verb)
        }
        var path = Path()
        for verb in verbs {
            switch verb {
            case .move: path.move(to: try point())
            case .line: path.line(to: try point())
            case .quad: path.quad(control: try point(), to: try point())
            case .cubic: path.cubic(control1: try point(), control2: try point(), to: try point())
            case .close: path.close()
            }
        }
        return path
    }

    private mutating func point() throws(WireError) -> Point { Point(try reader.number(), try reader.number()) }

    private mutating func matrix() throws(WireError) -> Matrix4 {
        var e = [Double](repeating: 0, count: 16)
        for i in e.indices { e[i] = try reader.number() }
        return Matrix4(elements: e)
    }

    mutating func image() throws(WireError) -> ImageResource {
        let start = reader.offset
        let id = try reader.identity()
        guard let image = images[id] else { throw reader.fault(.unknownImage(id), at: start) }
        return image
    }

    private mutating func edit() throws(WireError) -> AnimationEdit {
        let tag = try reader.byte()
        switch tag {
        case 0: return .add(key: try reader.text(), animation: try animation(depth: 0))
        case 1: return .remove(key: try reader.text())
        case 2: return .removeAll
        default: throw reader.fault(.unknownTag(UInt64(tag)), at: reader.offset - 1)
        }
    }

    private mutating func animation(depth: Int) throws(WireError) -> AnimationState {
        guard depth <= limits.depth else { throw reader.fault(.tooLarge(UInt64(depth))) }
        var timing = TimingState(
            beginTime: try reader.number(), duration: try reader.extent(), speed: try reader.number(),
            timeOffset: try reader.number(), repeatCount: try reader.extent(), repeatDuration: try reader.extent(),
            autoreverses: try reader.bool())
        let mode = try reader.byte()
        guard let fillMode = TimingState.FillMode(rawValue: mode) else {
            throw reader.fault(.unknownTag(UInt64(mode)), at: reader.offset - 1)
        }
        timing.fillMode = fillMode
        let curve = try self.curve()
        let removed = try reader.bool()
        let tag = try reader.byte()
        let content: AnimationState.Content
        switch tag {
        case 0: content = .property(try property())
        case 1:
            // The shortest animation is six numbers and seven bytes.
            let count = try reader.count(ofAtLeast: 55)
            var members: [AnimationState] = []
            members.reserveCapacity(count)
            for _ in 0..<count { members.append(try animation(depth: depth + 1)) }
            content = .group(members)
        case 2: content = .transition(try transition())
        default: throw reader.fault(.unknownTag(UInt64(tag)), at: reader.offset - 1)
        }
        return AnimationState(timing: timing, curve: curve, removedOnCompletion: removed, content: content)
    }

    private mutating func transition() throws(WireError) -> TransitionState {
        let start = reader.offset
        let (kind, direction) = (try reader.byte(), try reader.byte())
        guard let kind = TransitionState.Kind(rawValue: kind) else {
            throw reader.fault(.unknownTag(UInt64(kind)), at: start)
        }
        guard let direction = TransitionState.Direction(rawValue: direction) else {
            throw reader.fault(.unknownTag(UInt64(direction)), at: start + 1)
        }
        return TransitionState(kind, direction, start: try reader.number(), end: try reader.number())
    }

    private mutating func curve() throws(WireError) -> TimingCurve? {
        guard try reader.bool() else { return nil }
        let start = reader.offset
        let curve = TimingCurve(try reader.number(), try reader.number(), try reader.number(), try reader.number())
        guard (0...1).contains(curve.x1), (0...1).contains(curve.x2) else { throw reader.fault(.badNumber, at: start) }
        return curve
    }

    private mutating func property() throws(WireError) -> PropertyAnimation {
        let start = reader.offset
        let (number, part) = (try reader.byte(), try reader.byte())
        guard let id = PropertyID(rawValue: number) else {
            throw reader.fault(.unknownProperty(UInt64(number)), at: start)
        }
        let parts = PropertyTarget.Part.allCases
        let cell = id == .emitterCells ? try cellTarget() : nil
        let whole = cell?.property.kind ?? LayerPropertyTable.row(id).kind
        guard Int(part) < parts.count, parts[Int(part)].kind(in: whole) != nil else {
            throw reader.fault(.unknownPart(UInt64(part)), at: start + 1)
        }
        var target = PropertyTarget(id, parts[Int(part)])
        if target.part != .whole, LayerPropertyTable.row(id).kind == .filters { target.element = try reader.text() }
        target.cell = cell
        let (isAdditive, isCumulative) = (try reader.bool(), try reader.bool())
        var function: ValueFunction?
        var pixelsPerPoint: Double?
        let map = try reader.byte()
        switch map {
        case 0: break
        case 1:
            let number = try reader.byte()
            function = ValueFunction(rawValue: number)
            guard function != nil else { throw reader.fault(.unknownTag(UInt64(number)), at: reader.offset - 1) }
        case 2:
            let number = try reader.number()
            guard number > 0 else { throw reader.fault(.badNumber, at: reader.offset - 8) }
            pixelsPerPoint = number
        default: throw reader.fault(.unknownTag(UInt64(map)), at: reader.offset - 1)
        }
        let tag = try reader.byte()
        let values: PropertyAnimation.Values
        switch tag {
        case 0: values = .basic(from: try optional(), to: try optional(), by: try optional())
        case 1:
            values = .spring(
                from: try optional(), to: try optional(), by: try optional(),
                spring: SpringState(
                    mass: try reader.number(), stiffness: try reader.number(), damping: try reader.number(),
                    initialVelocity: try reader.number(), allowsOverdamping: try reader.bool()))
        case 2: values = .keyframes(try keyframes())
        default: throw reader.fault(.unknownTag(UInt64(tag)), at: reader.offset - 1)
        }
        return PropertyAnimation(
            target: target, isAdditive: isAdditive, isCumulative: isCumulative, function: function,
            pixelsPerPoint: pixelsPerPoint, values: values)
    }

    private mutating func cellTarget() throws(WireError) -> CellTarget? {
        let start = reader.offset
        let count = try reader.count(ofAtLeast: 1)
        if count == 0 { return nil }
        guard count <= EmitterState.depthLimit else { throw reader.fault(.tooLarge(UInt64(count)), at: start) }
        var names: [String] = []
        for _ in 0..<count { names.append(try reader.text()) }
        let number = try reader.byte()
        guard let property = CellProperty(rawValue: number) else {
            throw reader.fault(.unknownProperty(UInt64(number)), at: reader.offset - 1)
        }
        return CellTarget(names: names, property: property)
    }

    private mutating func optional() throws(WireError) -> PropertyValue? {
        try reader.bool() ? try tagged() : nil
    }

    private mutating func keyframes() throws(WireError) -> KeyframeState {
        let tag = try reader.byte()
        guard let mode = KeyframeState.Mode(rawValue: tag) else {
            throw reader.fault(.unknownTag(UInt64(tag)), at: reader.offset - 1)
        }
        var keyframes = KeyframeState(values: [], mode: mode)
        let count = try reader.count(ofAtLeast: 1)
        keyframes.values.reserveCapacity(min(count, 4_096))
        for _ in 0..<count { keyframes.values.append(try tagged()) }
        if try reader.bool() { keyframes.keyTimes = try numbers() }
        if try reader.bool() {
            let count = try reader.count(ofAtLeast: 1)
            var curves: [TimingCurve?] = []
            curves.reserveCapacity(min(count, 4_096))
            for _ in 0..<count { curves.append(try curve()) }
            keyframes.curves = curves
        }
        keyframes.bends = KeyframeState.Bends(
            tension: try numbers(), continuity: try numbers(), bias: try numbers())
        if try reader.bool() {
            let tag = try reader.byte()
            guard let turning = MotionPath.Turning(rawValue: tag) else {
                throw reader.fault(.unknownTag(UInt64(tag)), at: reader.offset - 1)
            }
            keyframes.path = MotionPath(try reader.path(), turning: turning)
        }
        return keyframes
    }

    private mutating func numbers() throws(WireError) -> [Double] {
        let count = try reader.count(ofAtLeast: 8)
        var numbers: [Double] = []
        numbers.reserveCapacity(count)
        for _ in 0..<count { numbers.append(try reader.number()) }
        return numbers
    }
}
