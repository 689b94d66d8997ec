import CoreGraphics
import Foundation
import Mica
import QuartzCore

private func layer(_ configure: (CALayer) -> Void) -> CALayer {
    let layer = CALayer()
    configure(layer)
    return layer
}

private let unit = CGRect(x: 0, y: 0, width: 1, height: 1)

private func standard(_ key: String) -> Any? { CALayer.defaultValue(forKey: key) }

private func standardNumber(_ key: String) -> Double? { (standard(key) as? NSNumber)?.doubleValue }

let maskingFacts: [LayerFact] = {
    var facts = LayerFacts("MSK", "masking", "CALayer/masking.m")
    facts.holds("edges are antialiased from the start") { CALayer().allowsEdgeAntialiasing }
    facts.holds("group opacity is allowed from the start") { CALayer().allowsGroupOpacity }
    facts.number("all four edges are antialiased", 15) { Double(CALayer().edgeAntialiasingMask.rawValue) }
    facts.holds("drawing starts on the thread that asks") { !CALayer().drawsAsynchronously }
    facts.number("minificationFilterBias starts at 0", 0) { Double(CALayer().minificationFilterBias) }
    facts.holds("there are no filters") { CALayer().filters == nil }
    facts.holds("there is no compositing filter") { CALayer().compositingFilter == nil }
    facts.holds("there are no background filters") { CALayer().backgroundFilters == nil }
    facts.holds("there is no mask") { CALayer().mask == nil }
    facts.rect("contentsCenter starts as the unit rectangle", unit) { CALayer().contentsCenter }
    facts.number("the left edge is bit 0", 1) { Double(CAEdgeAntialiasingMask.layerLeftEdge.rawValue) }
    facts.number("the right edge is bit 1", 2) { Double(CAEdgeAntialiasingMask.layerRightEdge.rawValue) }
    facts.number("the bottom edge is bit 2", 4) { Double(CAEdgeAntialiasingMask.layerBottomEdge.rawValue) }
    facts.number("the top edge is bit 3", 8) { Double(CAEdgeAntialiasingMask.layerTopEdge.rawValue) }
    facts.holds("allowsEdgeAntialiasing reads back") {
        !layer { $0.allowsEdgeAntialiasing = false }.allowsEdgeAntialiasing
    }
    facts.holds("allowsGroupOpacity reads back") { !layer { $0.allowsGroupOpacity = false }.allowsGroupOpacity }
    facts.holds("drawsAsynchronously reads back") { layer { $0.drawsAsynchronously = true }.drawsAsynchronously }
    facts.number("edgeAntialiasingMask reads back", 9) {
        Double(layer { $0.edgeAntialiasingMask = [.layerLeftEdge, .layerTopEdge] }.edgeAntialiasingMask.rawValue)
    }
    facts.number("minificationFilterBias reads back", 0.25) {
        Double(layer { $0.minificationFilterBias = 0.25 }.minificationFilterBias)
    }
    let part = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let outside = CGRect(x: -1, y: -1, width: 4, height: 4)
    facts.rect("contentsCenter reads back", part) { layer { $0.contentsCenter = part }.contentsCenter }
    facts.rect("contentsCenter outside the unit rectangle is kept", outside) {
        layer { $0.contentsCenter = outside }.contentsCenter
    }
    facts.rect("contentsRect starts as the unit rectangle", unit) { CALayer().contentsRect }
    facts.rect("contentsRect reads back", part) { layer { $0.contentsRect = part }.contentsRect }
    facts.number("filters hold what they were given, a copy", 1) {
        var given = [LayerFilter.gaussianBlur(radius: 2)]
        let one = layer { $0.filters = given }
        given.append(.gaussianBlur(radius: 3))
        return one.filters.map { Double($0.count) }
    }
    facts.holds("filters can be taken away") {
        layer {
            $0.filters = [LayerFilter.gaussianBlur(radius: 2)]
            $0.filters = nil
        }.filters == nil
    }
    facts.number("backgroundFilters hold what they were given", 1) {
        layer { $0.backgroundFilters = [LayerFilter.gaussianBlur(radius: 2)] }.backgroundFilters.map {
            Double($0.count)
        }
    }
    facts.holds("compositingFilter can be taken away") {
        layer {
            $0.compositingFilter = "multiplyBlendMode"
            $0.compositingFilter = nil
        }.compositingFilter == nil
    }
    facts.holds("mask is the layer that was set") {
        let mask = CALayer()
        return layer { $0.mask = mask }.mask === mask
    }
    facts.holds("a mask has the masked layer as superlayer") {
        let mask = CALayer()
        let host = layer { $0.mask = mask }
        return mask.superlayer === host
    }
    facts.holds("a mask is no sublayer") { layer { $0.mask = CALayer() }.sublayers?.isEmpty ?? true }
    facts.holds("a mask can be taken away") {
        layer {
            $0.mask = CALayer()
            $0.mask = nil
        }.mask == nil
    }
    facts.holds("a mask that was taken away has no superlayer") {
        let mask = CALayer()
        _ = layer {
            $0.mask = mask
            $0.mask = nil
        }
        return mask.superlayer == nil
    }
    facts.holds("a sublayer that becomes a mask has the masked layer as superlayer") {
        let (parent, child) = (CALayer(), CALayer())
        parent.addSublayer(child)
        let other = layer { $0.mask = child }
        return child.superlayer === other
    }
    facts.holds("a sublayer that becomes a mask leaves its tree") {
        let (parent, child) = (CALayer(), CALayer())
        parent.addSublayer(child)
        CALayer().mask = child
        return parent.sublayers?.isEmpty ?? true
    }
    facts.holds("the class allows edge antialiasing") { standard("allowsEdgeAntialiasing") as? Bool == true }
    facts.holds("the class allows group opacity") { standard("allowsGroupOpacity") as? Bool == true }
    facts.number("the class antialiases all four edges", 15) { standardNumber("edgeAntialiasingMask") }
    facts.holds("the class does not draw asynchronously") { standard("drawsAsynchronously") as? Bool == false }
    facts.holds("the class has a contentsCenter") { standard("contentsCenter") != nil }
    facts.holds("the class has no filters") { standard("filters") == nil }
    facts.holds("the class has no compositing filter") { standard("compositingFilter") == nil }
    facts.holds("the class has no background filters") { standard("backgroundFilters") == nil }
    facts.holds("the class has no mask") { standard("mask") == nil }
    return facts.list
}()

let modernFacts: [LayerFact] = {
    var facts = LayerFacts("MOD", "defaults", "CALayer/modern.m")
    let names: [(String, String, String)] = [
        ("the circular curve", "circular", CALayerCornerCurve.circular.rawValue),
        ("the continuous curve", "continuous", CALayerCornerCurve.continuous.rawValue),
        ("the standard range", "standard", CALayer.DynamicRange.standard.rawValue),
        ("the constrained range", "constrainedHigh", CALayer.DynamicRange.constrainedHigh.rawValue),
        ("the high range", "high", CALayer.DynamicRange.high.rawValue),
        ("tone mapping by itself", "automatic", CALayer.ToneMapMode.automatic.rawValue),
        ("tone mapping never", "never", CALayer.ToneMapMode.never.rawValue),
        ("tone mapping where it can be", "ifSupported", CALayer.ToneMapMode.ifSupported.rawValue),
    ]
    for (name, expected, found) in names { facts.text("\(name) has its name", expected) { found } }
    let corners: [(CACornerMask, Double)] = [
        (.layerMinXMinYCorner, 1), (.layerMaxXMinYCorner, 2), (.layerMinXMaxYCorner, 4), (.layerMaxXMaxYCorner, 8),
    ]
    for (corner, bit) in corners {
        let raw = Double(corner.rawValue)
        facts.number("a corner is the bit \(Int(bit))", bit) { raw }
    }
    facts.text("corners start circular", "circular") { CALayer().cornerCurve.rawValue }
    facts.number("all four corners are masked", 15) { Double(CALayer().maskedCorners.rawValue) }
    facts.text("the range starts as standard", "standard") { CALayer().preferredDynamicRange.rawValue }
    facts.text("tone mapping starts by itself", "automatic") { CALayer().toneMapMode.rawValue }
    facts.number("there is no headroom", 0) { Double(CALayer().contentsHeadroom) }
    facts.holds("no extended range is wanted") { !CALayer().wantsExtendedDynamicRangeContent }
    facts.text("the class's corners are circular", "circular") { standard("cornerCurve") as? String }
    facts.number("the class masks all corners", 15) { standardNumber("maskedCorners") }
    facts.text("the class's range is standard", "standard") { standard("preferredDynamicRange") as? String }
    facts.text("the class's tone mapping goes by itself", "automatic") { standard("toneMapMode") as? String }
    facts.number("the class has no headroom", 0) { standardNumber("contentsHeadroom") }
    facts.holds("the class wants no extended range") { standard("wantsExtendedDynamicRangeContent") as? Bool == false }
    facts.text("a curve reads back", "continuous") { layer { $0.cornerCurve = .continuous }.cornerCurve.rawValue }
    facts.number("two corners read back", 9) {
        Double(layer { $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner] }.maskedCorners.rawValue)
    }
    facts.text("a range reads back", "high") {
        layer { $0.preferredDynamicRange = .high }.preferredDynamicRange.rawValue
    }
    facts.text("a tone mapping reads back", "never") { layer { $0.toneMapMode = .never }.toneMapMode.rawValue }
    facts.number("a headroom reads back", 2.5) { Double(layer { $0.contentsHeadroom = 2.5 }.contentsHeadroom) }
    facts.holds("an extended range reads back") {
        layer { $0.wantsExtendedDynamicRangeContent = true }.wantsExtendedDynamicRangeContent
    }
    facts.number("a headroom under 0 is kept", -3) { Double(layer { $0.contentsHeadroom = -3 }.contentsHeadroom) }
    facts.text("a curve that nobody knows is circular", "circular") {
        layer {
            $0.cornerCurve = .continuous
            $0.cornerCurve = CALayerCornerCurve(rawValue: "not a curve")
        }.cornerCurve.rawValue
    }
    facts.text("a range that nobody knows is standard", "standard") {
        layer {
            $0.preferredDynamicRange = .high
            $0.preferredDynamicRange = CALayer.DynamicRange(rawValue: "not a range")
        }.preferredDynamicRange.rawValue
    }
    facts.text("a tone mapping that nobody knows goes by itself", "automatic") {
        layer {
            $0.toneMapMode = .never
            $0.toneMapMode = CALayer.ToneMapMode(rawValue: "not a mode")
        }.toneMapMode.rawValue
    }
    facts.number("bits that are no corners are dropped", 15) {
        Double(layer { $0.maskedCorners = CACornerMask(rawValue: 255) }.maskedCorners.rawValue)
    }
    facts.number("circular corners are not expanded", 1) { Double(CALayer.cornerCurveExpansionFactor(.circular)) }
    facts.number("continuous corners reach this far", 1.528665, within: 1e-6) {
        Double(CALayer.cornerCurveExpansionFactor(.continuous))
    }
    facts.number("a curve that nobody knows is not expanded", 1) {
        Double(CALayer.cornerCurveExpansionFactor(CALayerCornerCurve(rawValue: "not a curve")))
    }
    return facts.list
}()

let modernArchiveFacts: [LayerFact] = {
    var facts = LayerFacts("ARM", "archiving", "CALayer/modern.m")
    facts.holds("a new layer's cornerCurve is archived") { CALayer().shouldArchiveValue(forKey: "cornerCurve") }
    for key in ["maskedCorners", "preferredDynamicRange", "toneMapMode", "wantsDynamicContentScaling"] {
        facts.holds("a new layer's \(key) is not archived") { !CALayer().shouldArchiveValue(forKey: key) }
    }
    let set: @Sendable () -> CALayer = {
        layer {
            ($0.maskedCorners, $0.preferredDynamicRange) = (.layerMinXMinYCorner, .high)
            ($0.toneMapMode, $0.contentsHeadroom, $0.wantsExtendedDynamicRangeContent) = (.never, 2, true)
        }
    }
    for key in [
        "maskedCorners", "preferredDynamicRange", "toneMapMode", "contentsHeadroom", "wantsExtendedDynamicRangeContent",
    ] {
        facts.holds("\(key) that was set is archived") { set().shouldArchiveValue(forKey: key) }
    }
    return facts.list
}()

let archivingFacts: [LayerFact] = {
    var facts = LayerFacts("ARC", "archiving", "CALayer/archiving.m")
    facts.holds("a new layer's filters are not archived") { !CALayer().shouldArchiveValue(forKey: "filters") }
    facts.holds("a new layer's style is not archived") { !CALayer().shouldArchiveValue(forKey: "style") }
    facts.holds("a new layer's allowsEdgeAntialiasing is archived") {
        CALayer().shouldArchiveValue(forKey: "allowsEdgeAntialiasing")
    }
    facts.holds("filters that were set are archived, were there none of them") {
        layer { $0.filters = [] }.shouldArchiveValue(forKey: "filters")
    }
    facts.holds("a subclass's property that nobody set is not archived") {
        !CAShapeLayer().shouldArchiveValue(forKey: "path")
    }
    return facts.list
}()

let startFacts: [LayerFact] = {
    var facts = LayerFacts("STA", "defaults", "CALayer/state.m")
    facts.number("opacity starts at 1", 1) { Double(CALayer().opacity) }
    facts.holds("a layer starts visible") { !CALayer().isHidden }
    facts.holds("a layer starts unmasked") { !CALayer().masksToBounds }
    facts.number("shadowOpacity starts at 0", 0) { Double(CALayer().shadowOpacity) }
    facts.number("shadowRadius starts at 3", 3) { Double(CALayer().shadowRadius) }
    facts.number("shadowOffset starts at -3 in y", -3) { Double(CALayer().shadowOffset.height) }
    facts.number("shadowOffset starts at 0 in x", 0) { Double(CALayer().shadowOffset.width) }
    facts.holds("shouldRasterize starts false") { !CALayer().shouldRasterize }
    facts.holds("there is no superlayer") { CALayer().superlayer == nil }
    facts.holds("there are no actions") { CALayer().actions == nil }
    facts.holds("there is no style") { CALayer().style == nil }
    facts.holds("there are no contents") { CALayer().contents == nil }
    facts.holds("there is no background") { CALayer().backgroundColor == nil }
    facts.holds("a layer is its own model") {
        let one = CALayer()
        return one.model() === one
    }
    facts.text("contentsGravity starts as resize", "resize") { CALayer().contentsGravity.rawValue }
    facts.holds("there is a colour for the border") { CALayer().borderColor != nil }
    return facts.list
}()

let propertyFacts: [LayerFact] = {
    var facts = LayerFacts("PRO", "defaults", "CALayer/properties.m")
    facts.holds("there is no name") { CALayer().name == nil }
    facts.number("borderWidth starts at 0", 0) { Double(CALayer().borderWidth) }
    facts.number("cornerRadius starts at 0", 0) { Double(CALayer().cornerRadius) }
    facts.number("rasterizationScale starts at 1", 1) { Double(CALayer().rasterizationScale) }
    facts.holds("a layer is double sided") { CALayer().isDoubleSided }
    facts.text("minification is linear", "linear") { CALayer().minificationFilter.rawValue }
    facts.text("magnification is linear", "linear") { CALayer().magnificationFilter.rawValue }
    facts.text("name reads back", "a layer") { layer { $0.name = "a layer" }.name }
    facts.number("borderWidth reads back", 2.5) { Double(layer { $0.borderWidth = 2.5 }.borderWidth) }
    facts.number("cornerRadius reads back", 4) { Double(layer { $0.cornerRadius = 4 }.cornerRadius) }
    facts.number("rasterizationScale reads back", 2) {
        Double(layer { $0.rasterizationScale = 2 }.rasterizationScale)
    }
    facts.holds("isDoubleSided reads back") { !layer { $0.isDoubleSided = false }.isDoubleSided }
    facts.text("minificationFilter reads back", "nearest") {
        layer { $0.minificationFilter = .nearest }.minificationFilter.rawValue
    }
    facts.text("magnificationFilter reads back", "nearest") {
        layer { $0.magnificationFilter = .nearest }.magnificationFilter.rawValue
    }
    return facts.list
}()

let colorKeyFacts: [LayerFact] = {
    var facts = LayerFacts("CGK", "defaults", "CALayer/cgkeys.m")
    let shadowed: @Sendable () -> CALayer = {
        layer {
            $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
            $0.shadowColor = FactColor.red
        }
    }
    facts.holds("shadowColor by key is shadowColor") {
        let one = shadowed()
        return one.value(forKey: "shadowColor") as? CGColor == one.shadowColor
    }
    facts.holds("backgroundColor by key is nil where there is none") {
        CALayer().value(forKey: "backgroundColor") == nil
    }
    facts.holds("borderColor by key is borderColor") {
        let one = CALayer()
        return one.value(forKey: "borderColor") as? CGColor == one.borderColor
    }
    facts.holds("shadowPath by key is a path") { shadowed().value(forKey: "shadowPath") is CGPath }
    return facts.list
}()

let gravityFacts: [LayerFact] = {
    var facts = LayerFacts("GRV", "display", "CALayer/render.m")
    let picture: @Sendable () -> CGImage? = {
        let canvas = FactCanvas(20, 10)
        canvas.context.setFillColor(FactColor.blue)
        canvas.context.fill(CGRect(x: 0, y: 0, width: 20, height: 10))
        return canvas.context.makeImage()
    }
    let frames: [(CALayerContentsGravity, CGRect)] = [
        (.resize, CGRect(x: 0, y: 0, width: 80, height: 60)),
        (.resizeAspect, CGRect(x: 0, y: 10, width: 80, height: 40)),
        (.center, CGRect(x: 30, y: 25, width: 20, height: 10)), (.top, CGRect(x: 30, y: 50, width: 20, height: 10)),
        (.bottomLeft, CGRect(x: 0, y: 0, width: 20, height: 10)),
    ]
    for (gravity, frame) in frames {
        let name = gravity.rawValue
        facts.rect("contents of 20 x 10 in 80 x 60 by \(name)", frame) {
            FactCanvas(
                made(CALayer(), 80, 60) {
                    ($0.contents, $0.contentsGravity) = (picture(), CALayerContentsGravity(rawValue: name))
                }
            ).rectangle
        }
    }
    facts.text("a gravity that is known is kept", "topLeft") {
        layer { $0.contentsGravity = .topLeft }.contentsGravity.rawValue
    }
    facts.text("a gravity that nobody knows is center", "center") {
        layer { $0.contentsGravity = CALayerContentsGravity(rawValue: "not a gravity") }.contentsGravity.rawValue
    }
    return facts.list
}()

let edgeFacts: [LayerFact] = {
    var facts = LayerFacts("EDG", "masking", "CALayer/render.m")
    let round: @Sendable () -> FactCanvas = {
        FactCanvas(made(CALayer(), 80, 60) { ($0.backgroundColor, $0.cornerRadius) = (FactColor.red, 20) })
    }
    facts.holds("a corner radius takes the corner off") { !round().isPainted(0, 0) && !round().isPainted(1, 1) }
    facts.holds("a corner radius leaves the middle and the straight edges") {
        round().isPainted(40, 30) && round().isPainted(0, 30)
    }
    facts.holds("with a corner radius less is covered") { round().count < 4_800 }
    facts.number("a border lies inside the bounds", 1_300) {
        Double(FactCanvas(made(CALayer(), 80, 60) { ($0.borderWidth, $0.borderColor) = (5, FactColor.blue) }).count)
    }
    facts.holds("a border leaves the middle empty") {
        let canvas = FactCanvas(made(CALayer(), 80, 60) { ($0.borderWidth, $0.borderColor) = (5, FactColor.blue) })
        return canvas.isPainted(2, 30) && !canvas.isPainted(40, 30)
    }
    let framed: @Sendable () -> FactCanvas = {
        FactCanvas(
            made(CALayer(), 80, 60) {
                ($0.backgroundColor, $0.borderWidth, $0.borderColor) = (FactColor.red, 5, FactColor.blue)
            })
    }
    facts.number("a border covers no more than the background", 4_800) { Double(framed().count) }
    facts.holds("at the edge the border is over the background") { framed().pixel(2, 30) == 0xFF00_00FF }
    facts.holds("in the middle the background is seen") { framed().pixel(40, 30) == 0xFFFF_0000 }
    let nested: @Sendable (Bool) -> FactCanvas = { masks in
        let child = CALayer()
        (child.frame, child.backgroundColor) = (CGRect(x: 0, y: 0, width: 10, height: 10), FactColor.red)
        return FactCanvas(
            made(CALayer(), 80, 60) {
                ($0.cornerRadius, $0.masksToBounds) = (20, masks)
                $0.addSublayer(child)
            })
    }
    facts.number("a sublayer in a round corner is whole without masksToBounds", 100) { Double(nested(false).count) }
    facts.holds("masksToBounds cuts a sublayer to the round corner") {
        !nested(true).isPainted(0, 0) && nested(true).count < 100
    }
    return facts.list
}()

let shadowFacts: [LayerFact] = {
    var facts = LayerFacts("SHD", "display", "CALayer/shadow.m")
    let shadowed: @Sendable ((CALayer) -> Void) -> FactCanvas = { configure in
        let layer = made(CALayer(), 40, 40) {
            $0.backgroundColor = FactColor.red
            ($0.shadowColor, $0.shadowOpacity, $0.shadowRadius) = (FactColor.blue, 1, 5)
            $0.shadowOffset = CGSize(width: 20, height: 20)
            configure($0)
        }
        return FactCanvas(layer, 200, 200, at: 80)
    }
    facts.holds("a shadow is painted outside the layer") { shadowed { _ in }.isPainted(140, 140) }
    facts.holds("a shadow reaches as far as its offset and twice its radius") { shadowed { _ in }.isPainted(149, 120) }
    facts.number("a layer that draws nothing casts no shadow", 0) {
        Double(shadowed { $0.backgroundColor = nil }.count)
    }
    facts.holds("a sublayer that reaches past the layer casts its shadow there") {
        shadowed {
            let child = made(CALayer(), 20, 20) {
                $0.position = CGPoint(x: 50, y: 20)
                $0.backgroundColor = FactColor.green
            }
            $0.addSublayer(child)
        }.isPainted(165, 120)
    }
    return facts.list
}()
