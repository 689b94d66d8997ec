import CoreGraphics
import Foundation
import QuartzCore

/// A layer of 100 x 50 about (200, 300).
private func wide(_ configure: (CALayer) -> Void = { _ in }) -> CALayer {
    made(CALayer(), 100, 50) {
        $0.position = CGPoint(x: 200, y: 300)
        configure($0)
    }
}

private func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

private func layer(_ configure: (CALayer) -> Void) -> CALayer {
    let layer = CALayer()
    configure(layer)
    return layer
}

private let identity: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

let geometryFacts: [LayerFact] = {
    var facts = LayerFacts("GEO", "geometry", "CALayer/geometry.m")
    facts.rect("bounds start empty", .zero) { CALayer().bounds }
    facts.point("position starts at the origin", 0, 0) { CALayer().position }
    facts.point("anchorPoint starts at the centre", 0.5, 0.5) { CALayer().anchorPoint }
    facts.number("anchorPointZ starts at 0", 0) { CALayer().anchorPointZ }
    facts.number("zPosition starts at 0", 0) { CALayer().zPosition }
    facts.holds("geometry starts unflipped") { !CALayer().isGeometryFlipped }
    facts.transform("transform starts as the identity", identity) { CALayer().transform }
    facts.transform("sublayerTransform starts as the identity", identity) { CALayer().sublayerTransform }
    facts.number("contentsScale starts at 1", 1) { CALayer().contentsScale }
    facts.rect("bounds read back", box(1, 2, 3, 4)) { layer { $0.bounds = box(1, 2, 3, 4) }.bounds }
    facts.point("position reads back", 5, 6) { layer { $0.position = CGPoint(x: 5, y: 6) }.position }
    facts.point("anchorPoint reads back", 0.25, 0.75) {
        layer { $0.anchorPoint = CGPoint(x: 0.25, y: 0.75) }.anchorPoint
    }
    facts.number("anchorPointZ reads back", 7) { layer { $0.anchorPointZ = 7 }.anchorPointZ }
    facts.number("a zPosition under 0 reads back", -5) { layer { $0.zPosition = -5 }.zPosition }
    facts.number("contentsScale reads back", 2) { layer { $0.contentsScale = 2 }.contentsScale }
    facts.holds("masksToBounds reads back") { layer { $0.masksToBounds = true }.masksToBounds }
    facts.holds("isGeometryFlipped reads back") { layer { $0.isGeometryFlipped = true }.isGeometryFlipped }
    facts.holds("isHidden reads back") { layer { $0.isHidden = true }.isHidden }
    facts.transform("transform reads back", [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1]) {
        layer { $0.transform = CATransform3DMakeScale(2, 3, 4) }.transform
    }
    facts.transform("sublayerTransform reads back", [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 8, 9, 10, 1]) {
        layer { $0.sublayerTransform = CATransform3DMakeTranslation(8, 9, 10) }.sublayerTransform
    }
    let settled: @Sendable () -> CALayer = {
        layer {
            ($0.position, $0.anchorPoint) = (CGPoint(x: 7, y: 9), CGPoint(x: 0.25, y: 0.75))
            $0.bounds = box(0, 0, 30, 40)
        }
    }
    facts.point("new bounds do not move position", 7, 9) { settled().position }
    facts.point("new bounds do not move anchorPoint", 0.25, 0.75) { settled().anchorPoint }
    facts.point("an anchorPoint outside the unit square is kept", 2, -1) {
        layer { $0.anchorPoint = CGPoint(x: 2, y: -1) }.anchorPoint
    }
    facts.rect("the frame of a layer anchored at its centre lies about its position", box(150, 275, 100, 50)) {
        wide().frame
    }
    facts.rect("anchored at its corner the frame begins at the position", box(200, 300, 100, 50)) {
        wide { $0.anchorPoint = .zero }.frame
    }
    facts.point("a new anchorPoint does not move position", 200, 300) { wide { $0.anchorPoint = .zero }.position }
    facts.rect("anchored at its far corner the frame ends at the position", box(100, 250, 100, 50)) {
        wide { $0.anchorPoint = CGPoint(x: 1, y: 1) }.frame
    }
    facts.rect("the origin of bounds does not move the frame", box(150, 275, 100, 50)) {
        wide { $0.bounds = box(11, 22, 100, 50) }.frame
    }
    facts.rect("an anchorPoint outside the unit square places the frame", box(-200, 50, 100, 50)) {
        wide { ($0.position, $0.anchorPoint) = (.zero, CGPoint(x: 2, y: -1)) }.frame
    }
    facts.rect("without a size the frame is empty, at the position", box(10, 20, 0, 0)) {
        layer { $0.position = CGPoint(x: 10, y: 20) }.frame
    }
    let framed: @Sendable () -> CALayer = { layer { $0.frame = box(10, 20, 100, 50) } }
    facts.rect("a frame that is set sizes bounds", box(0, 0, 100, 50)) { framed().bounds }
    facts.point("a frame that is set moves position", 60, 45) { framed().position }
    facts.point("a frame that is set does not move anchorPoint", 0.5, 0.5) { framed().anchorPoint }
    facts.rect("a frame reads back", box(10, 20, 100, 50)) { framed().frame }
    facts.point("anchored at its corner a frame's origin is the position", 10, 20) {
        layer { ($0.anchorPoint, $0.frame) = (.zero, box(10, 20, 100, 50)) }.position
    }
    facts.point("anchored at its far corner a frame's far edge is the position", 110, 70) {
        layer { ($0.anchorPoint, $0.frame) = (CGPoint(x: 1, y: 1), box(10, 20, 100, 50)) }.position
    }
    facts.rect("a frame that is set keeps the origin of bounds", box(11, 22, 100, 50)) {
        layer { ($0.bounds, $0.frame) = (box(11, 22, 5, 5), box(10, 20, 100, 50)) }.bounds
    }
    facts.rect("an empty frame empties bounds", .zero) { layer { $0.frame = box(10, 20, 0, 0) }.bounds }
    facts.point("an empty frame puts position at its origin", 10, 20) {
        layer { $0.frame = box(10, 20, 0, 0) }.position
    }
    facts.rect("a scale grows the frame about the anchor", box(100, 200, 200, 200)) {
        wide { $0.transform = CATransform3DMakeScale(2, 4, 1) }.frame
    }
    facts.rect("a translation moves the frame", box(160, 295, 100, 50)) {
        wide { $0.transform = CATransform3DMakeTranslation(10, 20, 0) }.frame
    }
    facts.rect("a turned layer's frame is the box around it", box(-70.7107, -70.7107, 141.4214, 141.4214)) {
        made(CALayer(), 100, 100) { $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1) }.frame
    }
    facts.rect("a frame under a translation keeps the size of bounds", box(0, 0, 100, 50)) {
        layer {
            $0.transform = CATransform3DMakeTranslation(10, 20, 0)
            $0.frame = box(10, 20, 100, 50)
        }.bounds
    }
    facts.holds("bounds are read by key") { wide().value(forKey: "bounds") != nil }
    facts.holds("position is read by key") { wide().value(forKey: "position") != nil }
    facts.number("zPosition is written by key", 9) {
        layer { $0.setValue(NSNumber(value: 9), forKey: "zPosition") }.zPosition
    }
    facts.holds("the class has a default anchorPoint") { CALayer.defaultValue(forKey: "anchorPoint") != nil }
    return facts.list
}()

/// A layer with three sublayers.
private func family() -> (root: CALayer, a: CALayer, b: CALayer, c: CALayer) {
    let (root, a, b, c) = (CALayer(), CALayer(), CALayer(), CALayer())
    for child in [a, b, c] { root.addSublayer(child) }
    return (root, a, b, c)
}

private func isSame(_ layers: [CALayer]?, _ others: CALayer...) -> Bool {
    layers.map { $0.count == others.count && zip($0, others).allSatisfy { $0 === $1 } } ?? false
}

let treeFacts: [LayerFact] = {
    var facts = LayerFacts("TRE", "layout", "CALayer/state.m")
    facts.holds("without sublayers there is no list of them") { CALayer().sublayers == nil }
    facts.holds("with one there is a list") { layer { $0.addSublayer(CALayer()) }.sublayers != nil }
    facts.holds("after the only one has left there is no list") {
        let (root, only) = (CALayer(), CALayer())
        root.addSublayer(only)
        only.removeFromSuperlayer()
        return root.sublayers == nil
    }
    facts.number("one that leaves leaves the others", 2) {
        let (root, a, _, _) = family()
        a.removeFromSuperlayer()
        return root.sublayers.map { Double($0.count) }
    }
    facts.holds("an empty list is no list") {
        let (root, _, _, _) = family()
        root.sublayers = []
        return root.sublayers == nil
    }
    facts.holds("no list is no list") {
        let (root, _, _, _) = family()
        root.sublayers = nil
        return root.sublayers == nil
    }
    facts.number("after no list sublayers can be added", 1) {
        let (root, a, _, _) = family()
        root.sublayers = nil
        root.addSublayer(a)
        return root.sublayers.map { Double($0.count) }
    }
    facts.holds("an added layer has its superlayer") {
        let (root, a, _, _) = family()
        return a.superlayer === root
    }
    facts.holds("sublayers keep the order in which they came") {
        let (root, a, b, c) = family()
        return isSame(root.sublayers, a, b, c)
    }
    facts.holds("a removed layer has no superlayer") {
        let (_, _, b, _) = family()
        b.removeFromSuperlayer()
        return b.superlayer == nil
    }
    facts.holds("insertSublayer(at:) puts it there") {
        let (root, a, b, c) = family()
        let one = CALayer()
        root.insertSublayer(one, at: 0)
        return isSame(root.sublayers, one, a, b, c)
    }
    facts.holds("insertSublayer(below:) puts it just under") {
        let (root, a, b, c) = family()
        let one = CALayer()
        root.insertSublayer(one, below: b)
        return isSame(root.sublayers, a, one, b, c)
    }
    facts.holds("insertSublayer(above:) puts it just over") {
        let (root, a, b, c) = family()
        let one = CALayer()
        root.insertSublayer(one, above: b)
        return isSame(root.sublayers, a, b, one, c)
    }
    facts.holds("a layer added elsewhere has the other superlayer") {
        let (_, a, _, _) = family()
        let other = CALayer()
        other.addSublayer(a)
        return a.superlayer === other
    }
    facts.holds("a layer added elsewhere leaves where it was") {
        let (root, a, b, c) = family()
        CALayer().addSublayer(a)
        return isSame(root.sublayers, b, c)
    }
    facts.number("a list that is set is the sublayers", 2) {
        layer { $0.sublayers = [CALayer(), CALayer()] }.sublayers.map { Double($0.count) }
    }
    facts.holds("layers of a list that is set have their superlayer") {
        let (root, a, b) = (CALayer(), CALayer(), CALayer())
        root.sublayers = [a, b]
        return a.superlayer === root && b.superlayer === root
    }
    return facts.list
}()

let replacementFacts: [LayerFact] = {
    var facts = LayerFacts("REP", "layout", "CALayer/properties.m")
    let replaced: @Sendable () -> (root: CALayer, retained: CALayer, old: CALayer, new: CALayer) = {
        let (root, retained, old, new) = (CALayer(), CALayer(), CALayer(), CALayer())
        root.addSublayer(retained)
        root.addSublayer(old)
        root.replaceSublayer(old, with: new)
        return (root, retained, old, new)
    }
    facts.number("replaceSublayer keeps the count", 2) { replaced().root.sublayers.map { Double($0.count) } }
    facts.holds("the new layer takes the old one's place") {
        let all = replaced()
        return all.root.sublayers?.last === all.new
    }
    facts.holds("the new layer has the superlayer") {
        let all = replaced()
        return all.new.superlayer === all.root
    }
    facts.holds("the old layer has none") { replaced().old.superlayer == nil }
    facts.holds("the layers around stay") {
        let all = replaced()
        return all.root.sublayers?.first === all.retained
    }
    return facts.list
}()

let transformFacts: [LayerFact] = {
    var facts = LayerFacts("TFM", "geometry", "CATransform3D/catransform3d.m")
    facts.transform("CATransform3DIdentity is the identity", identity) { CATransform3DIdentity }
    facts.transform("a translation is the last row", [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 3, 4, 1]) {
        CATransform3DMakeTranslation(2, 3, 4)
    }
    facts.transform("a scale is the diagonal", [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1]) {
        CATransform3DMakeScale(2, 3, 4)
    }
    facts.transform("a quarter turn about z", [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]) {
        CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    }
    facts.transform("a quarter turn about x", [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1]) {
        CATransform3DMakeRotation(.pi / 2, 1, 0, 0)
    }
    let (move, grow) = (CATransform3DMakeTranslation(10, 0, 0), CATransform3DMakeScale(2, 2, 2))
    facts.transform("concat goes through its first argument first", [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 20, 0, 0, 1]) {
        CATransform3DConcat(move, grow)
    }
    facts.transform("concat the other way does not scale the move", [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 0, 0, 1]) {
        CATransform3DConcat(grow, move)
    }
    facts.transform("CATransform3DTranslate moves first", [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 20, 0, 0, 1]) {
        CATransform3DTranslate(grow, 10, 0, 0)
    }
    facts.transform("CATransform3DScale scales first", [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 0, 0, 1]) {
        CATransform3DScale(move, 2, 2, 2)
    }
    facts.transform("the inverse of a scale", [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1]) {
        CATransform3DInvert(grow)
    }
    facts.holds("the identity is the identity") { CATransform3DIsIdentity(CATransform3DIdentity) }
    facts.holds("a scale is not the identity") { !CATransform3DIsIdentity(grow) }
    facts.holds("equal transforms are equal") { CATransform3DEqualToTransform(grow, CATransform3DMakeScale(2, 2, 2)) }
    facts.holds("other transforms are not") { !CATransform3DEqualToTransform(grow, move) }
    return facts.list
}()

let affineFacts: [LayerFact] = {
    var facts = LayerFacts("AFF", "geometry", "CATransform3DAffine/affine.m")
    let flat = CGAffineTransform(a: 2, b: 3, c: 4, d: 5, tx: 6, ty: 7)
    let solid = CATransform3DMakeAffineTransform(flat)
    facts.transform("an affine transform's places in sixteen", [2, 3, 0, 0, 4, 5, 0, 0, 0, 0, 1, 0, 6, 7, 0, 1]) {
        solid
    }
    facts.holds("the identity is affine") { CATransform3DIsAffine(CATransform3DIdentity) }
    facts.holds("one made of an affine one is affine") { CATransform3DIsAffine(solid) }
    facts.holds("a turn about z is affine") { CATransform3DIsAffine(CATransform3DMakeRotation(1, 0, 0, 1)) }
    facts.holds("a turn about x is not") { !CATransform3DIsAffine(CATransform3DMakeRotation(1, 1, 0, 0)) }
    facts.holds("a scale of z is not") { !CATransform3DIsAffine(CATransform3DMakeScale(1, 1, 2)) }
    facts.holds("a move along z is not") { !CATransform3DIsAffine(CATransform3DMakeTranslation(0, 0, 5)) }
    facts.holds("perspective is not") {
        var seen = CATransform3DIdentity
        seen.m34 = -1 / 500
        return !CATransform3DIsAffine(seen)
    }
    facts.holds("CATransform3DGetAffineTransform gives back what it was made of") {
        CATransform3DGetAffineTransform(solid) == flat
    }
    return facts.list
}()
