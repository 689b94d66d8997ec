import CoreGraphics
import Foundation
import QuartzCore

/// Whether a colour is white and opaque, of four components.
private func isWhite(_ color: CGColor?) -> Bool { color?.components == [1, 1, 1, 1] }

private func text(_ string: Any?, _ configure: (CATextLayer) -> Void = { _ in }) -> CATextLayer {
    made(CATextLayer(), 160, 50) {
        $0.string = string
        configure($0)
    }
}

let gradientFacts: [LayerFact] = {
    var facts = LayerFacts("GRA", "gradient", "CAGradientLayer/gradient.m")
    facts.holds("a gradient layer has no colours") { CAGradientLayer().colors == nil }
    facts.holds("a gradient layer has no locations") { CAGradientLayer().locations == nil }
    facts.point("it starts at the middle of the first edge", 0.5, 0) { CAGradientLayer().startPoint }
    facts.point("it ends at the middle of the last edge", 0.5, 1) { CAGradientLayer().endPoint }
    facts.text("it is axial", "axial") { CAGradientLayer().type.rawValue }
    facts.number("it is opaque as any layer", 1) { Double(CAGradientLayer().opacity) }
    facts.text("radial has its name", "radial") { CAGradientLayerType.radial.rawValue }
    facts.text("conic has its name", "conic") { CAGradientLayerType.conic.rawValue }
    facts.number("locations read back", 0.5) {
        let layer = CAGradientLayer()
        layer.locations = [0, 0.5, 1]
        return layer.locations?[1].doubleValue
    }
    facts.point("startPoint reads back", 0.25, 0.75) {
        let layer = CAGradientLayer()
        layer.startPoint = CGPoint(x: 0.25, y: 0.75)
        return layer.startPoint
    }
    facts.point("endPoint reads back", 1, 1) {
        let layer = CAGradientLayer()
        layer.endPoint = CGPoint(x: 1, y: 1)
        return layer.endPoint
    }
    facts.text("type reads back", "radial") {
        let layer = CAGradientLayer()
        layer.type = .radial
        return layer.type.rawValue
    }
    facts.text("a type that nobody knows is kept", "notAGradientType") {
        let layer = CAGradientLayer()
        layer.type = CAGradientLayerType(rawValue: "notAGradientType")
        return layer.type.rawValue
    }
    facts.holds("locations can be taken away") {
        let layer = CAGradientLayer()
        layer.locations = [0, 1]
        layer.locations = nil
        return layer.locations == nil
    }
    return facts.list
}()

let gradientDrawingFacts: [LayerFact] = {
    var facts = LayerFacts("GRD", "gradient", "CAGradientLayer/drawing.m")
    let drawn: @Sendable ([CGColor]?, (CAGradientLayer) -> Void) -> FactCanvas = { colors, configure in
        FactCanvas(
            made(CAGradientLayer(), 80, 60) {
                $0.colors = colors
                configure($0)
            })
    }
    let two: @Sendable ((CAGradientLayer) -> Void) -> FactCanvas = { drawn([FactColor.red, FactColor.blue], $0) }
    let three: @Sendable ((CAGradientLayer) -> Void) -> FactCanvas = {
        drawn([FactColor.red, FactColor.green, FactColor.blue], $0)
    }
    let whole = CGRect(x: 0, y: 0, width: 80, height: 60)
    facts.rect("a gradient covers the bounds", whole) { two { _ in }.rectangle }
    facts.holds("the first colour is at the bottom of a context") { two { _ in }.red(40, 2) > two { _ in }.blue(40, 2) }
    facts.holds("the last colour is at the top") { two { _ in }.blue(40, 57) > two { _ in }.red(40, 57) }
    facts.holds("from one to the other colours never turn back") {
        let canvas = two { _ in }
        let rows = stride(from: 2, through: 57, by: 5)
        return zip(rows, rows.dropFirst()).allSatisfy {
            canvas.red(40, $0) >= canvas.red(40, $1) && canvas.blue(40, $0) <= canvas.blue(40, $1)
        }
    }
    let sideways: @Sendable () -> FactCanvas = {
        two { ($0.startPoint, $0.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5)) }
    }
    facts.rect("a gradient across covers the bounds, too", whole) { sideways().rectangle }
    facts.holds("a gradient across goes from left to right") {
        sideways().red(2, 30) > sideways().blue(2, 30) && sideways().blue(77, 30) > sideways().red(77, 30)
    }
    facts.holds("turned points turn the gradient") {
        let canvas = two { ($0.startPoint, $0.endPoint) = (CGPoint(x: 0.5, y: 1), CGPoint(x: 0.5, y: 0)) }
        return canvas.blue(40, 2) > canvas.red(40, 2)
    }
    let middle: @Sendable () -> FactCanvas = {
        two { ($0.startPoint, $0.endPoint) = (CGPoint(x: 0.5, y: 0.25), CGPoint(x: 0.5, y: 0.75)) }
    }
    facts.rect("a gradient of a part of the bounds covers them all", whole) { middle().rectangle }
    facts.holds("before it starts the first colour is flat") { middle().red(40, 2) > 240 && middle().blue(40, 2) < 20 }
    facts.number("without colours nothing is drawn", 0) { Double(drawn(nil) { _ in }.count) }
    facts.number("with one colour nothing is drawn", 0) { Double(drawn([FactColor.red]) { _ in }.count) }
    facts.number("with an empty list of colours nothing is drawn", 0) { Double(drawn([]) { _ in }.count) }
    facts.holds("a colour is where its location says") {
        let canvas = three { $0.locations = [0, 0.25, 1] }
        return canvas.green(40, 15) > canvas.red(40, 15) && canvas.green(40, 15) > canvas.blue(40, 15)
    }
    facts.number("with fewer locations than colours nothing is drawn", 0) {
        Double(three { $0.locations = [0.5] }.count)
    }
    facts.holds("below two equal locations the first colour is flat") {
        let canvas = two { $0.locations = [0.5, 0.5] }
        return canvas.red(40, 25) > 240 && canvas.blue(40, 25) < 20
    }
    facts.holds("above two equal locations the second is") {
        let canvas = two { $0.locations = [0.5, 0.5] }
        return canvas.blue(40, 35) > 240 && canvas.red(40, 35) < 20
    }
    let underneath: @Sendable () -> FactCanvas = {
        let picture = FactCanvas(20, 10)
        picture.context.setFillColor(FactColor.green)
        picture.context.fill(CGRect(x: 0, y: 0, width: 20, height: 10))
        return two { ($0.contents, $0.contentsGravity) = (picture.context.makeImage(), .center) }
    }
    facts.rect("under contents the gradient covers the bounds", whole) { underneath().rectangle }
    facts.holds("contents are over the gradient") {
        let canvas = underneath()
        return canvas.green(40, 30) > canvas.red(40, 30) && canvas.green(40, 30) > canvas.blue(40, 30)
    }
    facts.holds("beside contents the gradient is seen") {
        let canvas = underneath()
        return canvas.red(5, 30) > canvas.green(5, 30) && canvas.blue(5, 30) > canvas.green(5, 30)
    }
    facts.holds("without a corner radius the corner is covered") { two { _ in }.isPainted(0, 0) }
    facts.holds("a corner radius takes the corner off") {
        let canvas = two { $0.cornerRadius = 20 }
        return !canvas.isPainted(0, 0) && !canvas.isPainted(1, 1)
    }
    facts.holds("a corner radius takes little else") {
        let count = two { $0.cornerRadius = 20 }.count
        return count < 4_800 && count > 4_320
    }
    facts.holds("a corner radius leaves the middle and the straight edges") {
        let canvas = two { $0.cornerRadius = 20 }
        return canvas.isPainted(40, 30) && canvas.isPainted(0, 30)
    }
    let radial: @Sendable (CGPoint, CGPoint) -> FactCanvas = { start, end in
        two { ($0.type, $0.startPoint, $0.endPoint) = (.radial, start, end) }
    }
    let (centre, corner) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1))
    facts.rect("a radial gradient covers the bounds", whole) { radial(centre, corner).rectangle }
    facts.holds("a radial gradient's first colour is in the centre") {
        radial(centre, corner).red(40, 30) > radial(centre, corner).blue(40, 30)
    }
    facts.holds("a radial gradient's last colour is in the corner") {
        radial(centre, corner).blue(2, 2) > radial(centre, corner).red(2, 2)
    }
    facts.number("a radial gradient of points above one another draws nothing", 0) {
        Double(radial(CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1)).count)
    }
    return facts.list
}()

let shapeFacts: [LayerFact] = {
    var facts = LayerFacts("SHA", "shape", "CAShapeLayer/shapelayer.m")
    facts.holds("a shape layer has no path") { CAShapeLayer().path == nil }
    facts.holds("it has no stroke colour") { CAShapeLayer().strokeColor == nil }
    facts.number("strokeStart starts at 0", 0) { Double(CAShapeLayer().strokeStart) }
    facts.number("strokeEnd starts at 1", 1) { Double(CAShapeLayer().strokeEnd) }
    facts.number("lineDashPhase starts at 0", 0) { Double(CAShapeLayer().lineDashPhase) }
    facts.holds("it has no dashes") { CAShapeLayer().lineDashPattern == nil }
    facts.holds("it fills opaque black") { CAShapeLayer().fillColor?.components == [0, 0, 0, 1] }
    facts.text("it fills what winds round", "non-zero") { CAShapeLayer().fillRule.rawValue }
    facts.number("lineWidth starts at 1", 1) { Double(CAShapeLayer().lineWidth) }
    facts.number("miterLimit starts at 10", 10) { Double(CAShapeLayer().miterLimit) }
    facts.text("lines end butt", "butt") { CAShapeLayer().lineCap.rawValue }
    facts.text("lines join with a miter", "miter") { CAShapeLayer().lineJoin.rawValue }
    let numbers: [(String, Double)] = [
        ("lineWidth", 4.5), ("miterLimit", 3), ("strokeStart", 0.25), ("strokeEnd", 0.75), ("lineDashPhase", 2),
    ]
    for (key, value) in numbers {
        facts.number("\(key) reads back", value) {
            let layer = CAShapeLayer()
            layer.setValue(value, forKey: key)
            return (layer.value(forKey: key) as? NSNumber)?.doubleValue
        }
    }
    for (key, value) in [("fillRule", "even-odd"), ("lineCap", "round"), ("lineJoin", "bevel")] {
        facts.text("\(key) reads back", value) {
            let layer = CAShapeLayer()
            layer.setValue(value, forKey: key)
            return layer.value(forKey: key) as? String
        }
    }
    facts.number("dashes are a copy of the list", 2) {
        var list: [NSNumber] = [4, 2]
        let layer = CAShapeLayer()
        layer.lineDashPattern = list
        list.append(9)
        return layer.lineDashPattern.map { Double($0.count) }
    }
    return facts.list
}()

private func shape(_ rect: CGRect?, _ configure: (CAShapeLayer) -> Void = { _ in }) -> FactCanvas {
    FactCanvas(
        made(CAShapeLayer(), 80, 60) {
            $0.path = rect.map { CGPath(rect: $0, transform: nil) }
            configure($0)
        })
}

let shapeDrawingFacts: [LayerFact] = {
    var facts = LayerFacts("SHP", "shape", "CAShapeLayer/drawing.m")
    let card = CGRect(x: 10, y: 10, width: 40, height: 30)
    let over = CGRect(x: 60, y: 40, width: 30, height: 30)
    facts.rect("a path is filled, and nothing else", card) { shape(card).rectangle }
    facts.number("without a fill colour nothing is filled", 0) { Double(shape(card) { $0.fillColor = nil }.count) }
    facts.number("without a path nothing is drawn", 0) { Double(shape(nil).count) }
    facts.number("a path past the bounds is drawn whole", 900) { Double(shape(over).count) }
    facts.number("masksToBounds cuts it", 400) { Double(shape(over) { $0.masksToBounds = true }.count) }
    let stroked: @Sendable ((CAShapeLayer) -> Void) -> FactCanvas = { configure in
        shape(card) {
            ($0.fillColor, $0.strokeColor, $0.lineWidth) = (nil, FactColor.blue, 4)
            configure($0)
        }
    }
    facts.number("a stroke lies about its path", 560) { Double(stroked { _ in }.count) }
    facts.holds("a stroke covers the corner and leaves the middle") {
        stroked { _ in }.isPainted(8, 8) && !stroked { _ in }.isPainted(30, 25)
    }
    facts.number("fill and stroke together", 1_496) {
        Double(shape(card) { ($0.strokeColor, $0.lineWidth) = (FactColor.blue, 4) }.count)
    }
    facts.number("half of a stroke covers half as much", 280) { Double(stroked { $0.strokeEnd = 0.5 }.count) }
    facts.holds("dashes draw a part of the stroke") {
        let count = stroked { $0.lineDashPattern = [6, 6] }.count
        return count > 0 && count < 560
    }
    facts.holds("lineDashPhase moves the dashes") {
        stroked { $0.lineDashPattern = [6, 6] }.painted
            != stroked { ($0.lineDashPattern, $0.lineDashPhase) = ([6, 6], 6) }.painted
    }
    return facts.list
}()

let replicatorFacts: [LayerFact] = {
    var facts = LayerFacts("RPL", "replicator", "CAReplicatorLayer/replicator.m")
    facts.number("one copy to begin with", 1) { Double(CAReplicatorLayer().instanceCount) }
    facts.number("no delay", 0) { CAReplicatorLayer().instanceDelay }
    facts.holds("copies are not moved") { CATransform3DIsIdentity(CAReplicatorLayer().instanceTransform) }
    facts.holds("depth is not preserved") { !CAReplicatorLayer().preservesDepth }
    facts.number("no red offset", 0) { Double(CAReplicatorLayer().instanceRedOffset) }
    facts.number("no green offset", 0) { Double(CAReplicatorLayer().instanceGreenOffset) }
    facts.number("no blue offset", 0) { Double(CAReplicatorLayer().instanceBlueOffset) }
    facts.number("no alpha offset", 0) { Double(CAReplicatorLayer().instanceAlphaOffset) }
    facts.holds("copies are multiplied with opaque white") { isWhite(CAReplicatorLayer().instanceColor) }
    let set: @Sendable () -> CAReplicatorLayer = {
        let layer = CAReplicatorLayer()
        (layer.instanceCount, layer.instanceDelay, layer.preservesDepth) = (5, 0.5, true)
        (layer.instanceAlphaOffset, layer.instanceColor) = (-0.25, FactColor.red)
        layer.instanceTransform = CATransform3DMakeTranslation(10, 20, 0)
        return layer
    }
    facts.number("instanceCount reads back", 5) { Double(set().instanceCount) }
    facts.number("instanceDelay reads back", 0.5) { set().instanceDelay }
    facts.holds("preservesDepth reads back") { set().preservesDepth }
    facts.point("instanceTransform reads back", 10, 20) {
        CGPoint(x: set().instanceTransform.m41, y: set().instanceTransform.m42)
    }
    facts.number("an alpha offset under 0 reads back", -0.25) { Double(set().instanceAlphaOffset) }
    facts.holds("instanceColor reads back") { set().instanceColor == FactColor.red }
    return facts.list
}()

private func child() -> CALayer {
    made(CALayer(), 20, 20) { ($0.position, $0.backgroundColor) = (CGPoint(x: 10, y: 10), FactColor.red) }
}

private func replicated(_ count: Int, by offset: CGFloat) -> FactCanvas {
    let layer = made(CAReplicatorLayer(), 100, 100) {
        ($0.instanceCount, $0.instanceTransform) = (count, CATransform3DMakeTranslation(offset, 0, 0))
        $0.addSublayer(child())
    }
    return FactCanvas(layer, 200, 100)
}

let replicatorDrawingFacts: [LayerFact] = {
    var facts = LayerFacts("RPD", "replicator", "CAReplicatorLayer/drawing.m")
    facts.rect("one copy is the sublayer", CGRect(x: 0, y: 0, width: 20, height: 20)) { replicated(1, by: 30).box }
    facts.holds("three copies cover more than one") { replicated(3, by: 30).count > replicated(1, by: 30).count }
    facts.number("the third copy lies two offsets on", 80) { (replicated(3, by: 30).box?.maxX).map { Double($0) } }
    facts.number("the first copy lies where one alone does", 0) { (replicated(3, by: 30).box?.minX).map { Double($0) } }
    facts.number("no copies draw nothing", 0) { Double(replicated(0, by: 0).count) }
    let backed: @Sendable () -> FactCanvas = {
        let layer = made(CAReplicatorLayer(), 40, 40) {
            ($0.instanceCount, $0.instanceTransform) = (3, CATransform3DMakeTranslation(60, 0, 0))
            $0.backgroundColor = FactColor.green
            $0.addSublayer(child())
        }
        return FactCanvas(layer, 200, 100)
    }
    facts.holds("its background is drawn") { backed().isPainted(30, 30) }
    facts.holds("copies are drawn past its bounds") { backed().isPainted(130, 10) }
    facts.holds("its background is drawn once") { !backed().isPainted(90, 30) }
    return facts.list
}()

let textFacts: [LayerFact] = {
    var facts = LayerFacts("TXT", "text", "CATextLayer/text.m")
    facts.holds("a text layer has no text") { CATextLayer().string == nil }
    facts.number("text has 36 points", 36) { Double(CATextLayer().fontSize) }
    facts.holds("text is not wrapped") { !CATextLayer().isWrapped }
    facts.text("text is aligned naturally", "natural") { CATextLayer().alignmentMode.rawValue }
    facts.text("text is not truncated", "none") { CATextLayer().truncationMode.rawValue }
    facts.holds("there is a font") { CATextLayer().font != nil }
    facts.holds("text is opaque white") { isWhite(CATextLayer().foregroundColor) }
    let names: [(String, String)] = [
        ("left", CATextLayerAlignmentMode.left.rawValue), ("right", CATextLayerAlignmentMode.right.rawValue),
        ("center", CATextLayerAlignmentMode.center.rawValue),
        ("justified", CATextLayerAlignmentMode.justified.rawValue),
        ("start", CATextLayerTruncationMode.start.rawValue), ("end", CATextLayerTruncationMode.end.rawValue),
        ("middle", CATextLayerTruncationMode.middle.rawValue),
    ]
    for (name, found) in names { facts.text("the mode \(name) has its name", name) { found } }
    facts.text("string reads back", "hello") { text("hello").string as? String }
    facts.number("fontSize reads back", 12) { Double(text("a") { $0.fontSize = 12 }.fontSize) }
    facts.holds("isWrapped reads back") { text("a") { $0.isWrapped = true }.isWrapped }
    facts.text("alignmentMode reads back", "center") { text("a") { $0.alignmentMode = .center }.alignmentMode.rawValue }
    facts.text("truncationMode reads back", "end") { text("a") { $0.truncationMode = .end }.truncationMode.rawValue }
    facts.text("an alignment that nobody knows is kept", "notAnAlignment") {
        text("a") { $0.alignmentMode = CATextLayerAlignmentMode(rawValue: "notAnAlignment") }.alignmentMode.rawValue
    }
    facts.text("a font's name reads back", "Times") { text("a") { $0.font = "Times" }.font as? String }
    facts.holds("the text can be taken away") { text("a") { $0.string = nil }.string == nil }
    facts.holds("foregroundColor reads back") {
        text("a") { $0.foregroundColor = FactColor.red }.foregroundColor == FactColor.red
    }
    return facts.list
}()

let textDrawingFacts: [LayerFact] = {
    var facts = LayerFacts("TXD", "text", "CATextLayer/drawing.m")
    let drawn: @Sendable (String?, (CATextLayer) -> Void) -> FactCanvas = { string, configure in
        let layer = text(string, configure)
        layer.displayIfNeeded()
        return FactCanvas(layer, 200, 100)
    }
    let plain: @Sendable (String?) -> FactCanvas = { drawn($0) { _ in } }
    facts.holds("text is drawn within the bounds") {
        plain("Hg").box.map { CGRect(x: 0, y: 0, width: 160, height: 50).contains($0) } ?? false
    }
    facts.number("without text nothing is drawn", 0) { Double(plain(nil).count) }
    facts.number("with an empty text nothing is drawn", 0) { Double(plain("").count) }
    let long = "HHHHHHHHHHHHHHHHHHHHHHHH"
    let cut: @Sendable (CATextLayerTruncationMode) -> FactCanvas = { mode in
        drawn(long) { $0.truncationMode = mode }
    }
    facts.holds("truncated at the end it stops short of the edge") {
        (cut(.end).box?.maxX ?? 200) < (plain(long).box?.maxX ?? 0)
    }
    facts.holds("truncated at the end less is drawn") { cut(.end).count < plain(long).count }
    facts.holds("truncated at the end it starts where it did") { cut(.end).box?.minX == plain(long).box?.minX }
    facts.holds("truncated in the middle less is drawn, short of the edge") {
        (cut(.middle).box?.maxX ?? 200) < (plain(long).box?.maxX ?? 0) && cut(.middle).count < plain(long).count
    }
    facts.holds("a larger font covers more") { plain("Hg").count > drawn("Hg") { $0.fontSize = 12 }.count }
    facts.holds("a longer text reaches further") { (plain("HHHH").box?.maxX ?? 0) > (plain("H").box?.maxX ?? 200) }
    facts.holds("text has the foreground colour") {
        let canvas = drawn("Hg") { $0.foregroundColor = FactColor.red }
        let ink = (0..<160).flatMap { x in (0..<50).map { canvas.pixel(x, $0) } }.filter { $0 >> 24 > 200 }
        return !ink.isEmpty && ink.allSatisfy { $0 >> 16 & 255 > 200 && $0 & 0xffff == 0 }
    }
    facts.holds("aligned left it begins at the left edge") {
        (drawn("Hg") { $0.alignmentMode = .left }.box?.minX ?? 99) < 10
    }
    facts.holds("aligned right it ends at the right edge") {
        (drawn("Hg") { $0.alignmentMode = .right }.box?.maxX ?? 0) > 151
    }
    facts.holds("centred it is between the two") {
        guard let left = drawn("Hg", { $0.alignmentMode = .left }).box,
            let right = drawn("Hg", { $0.alignmentMode = .right }).box,
            let centre = drawn("Hg", { $0.alignmentMode = .center }).box
        else { return false }
        return centre.minX > left.minX && centre.maxX < right.maxX
    }
    facts.holds("natural is left for a line of Latin letters") {
        drawn("Hg") { $0.alignmentMode = .natural }.painted == drawn("Hg") { $0.alignmentMode = .left }.painted
    }
    let displayed: @Sendable () -> CATextLayer = {
        let layer = text("Hg")
        layer.display()
        return layer
    }
    facts.holds("after display() no display is needed") { !displayed().needsDisplay() }
    facts.holds("another text needs a display") {
        let layer = displayed()
        layer.string = "Other"
        return layer.needsDisplay()
    }
    facts.holds("another font size needs a display") {
        let layer = displayed()
        layer.fontSize = 12
        return layer.needsDisplay()
    }
    return facts.list
}()

let tiledFacts: [LayerFact] = {
    var facts = LayerFacts("TIL", "tiled", "CATiledLayer/tiled.m")
    facts.number("one level of detail", 1) { Double(CATiledLayer().levelsOfDetail) }
    facts.number("no levels above", 0) { Double(CATiledLayer().levelsOfDetailBias) }
    facts.point("tiles are 256 x 256", 256, 256) {
        CGPoint(x: CATiledLayer().tileSize.width, y: CATiledLayer().tileSize.height)
    }
    facts.number("opaque as any layer", 1) { Double(CATiledLayer().opacity) }
    facts.number("tiles fade in for a quarter of a second", 0.25) { CATiledLayer.fadeDuration() }
    let set: @Sendable () -> CATiledLayer = {
        let layer = CATiledLayer()
        (layer.levelsOfDetail, layer.levelsOfDetailBias) = (3, 2)
        layer.tileSize = CGSize(width: 64, height: 32)
        return layer
    }
    facts.number("levelsOfDetail reads back", 3) { Double(set().levelsOfDetail) }
    facts.number("levelsOfDetailBias reads back", 2) { Double(set().levelsOfDetailBias) }
    facts.point("tileSize reads back", 64, 32) { CGPoint(x: set().tileSize.width, y: set().tileSize.height) }
    return facts.list
}()
