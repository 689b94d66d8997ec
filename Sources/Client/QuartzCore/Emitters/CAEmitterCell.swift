import CoreGraphics
import Foundation
import MicaWire

/// One kind of particle: what it is like, where it goes, and what it emits in its turn.
///
/// A property with a range is, for each particle, even within half the range to either side of the property: where
/// tutorials say a whole range to either side, Apple's header decides. Values are those at a particle's birth, but for
/// `isEnabled`. *Units*: points, seconds, radians. *Space*: the layer's own. *Source*: Apple, CAEmitterCell's
/// documentation and CAEmitterLayer.h at `seed`.
open class CAEmitterCell: NSObject, NSSecureCoding, NSCopying, CAMediaTiming {
    /// The values; cells inside are in `emitterCells`.
    package final var values = CellState()
    /// The properties that were ever set.
    package final var assigned: Set<CellProperty> = []
    /// Values under keys that are not properties.
    package final var customValues: [String: Any] = [:]

    /// Makes a cell that emits nothing: Apple's defaults.
    public override init() { super.init() }

    /// Makes a cell of its values.
    package convenience init(state: CellState) {
        self.init()
        values = state
        values.cells = nil
        assigned = Set(CellProperty.allCases.filter { state[$0] != CellState.default[$0] })
        contentsObject = state.contents.image.map { CGImage(resource: $0) }
        emitterCells = state.cells?.map { CAEmitterCell(state: $0) }
    }

    /// Reads a cell and those in it from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        super.init()
        guard readArchive(coder) else { return nil }
    }

    /// Writes the cell and those in it into an archive.
    open func encode(with coder: NSCoder) { writeArchive(coder) }

    /// True: archives of cells can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// A copy, with copies of the cells in it.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CAEmitterCell(state: Self.states(of: [self]).first ?? CellState())
        (copy.customValues, copy.assigned) = (customValues, assigned)
        copy.style = style
        return copy
    }

    /// The default of a property; nil for other keys.
    open class func defaultValue(forKey key: String) -> Any? {
        CellProperty(key: key).flatMap { CellState.default[$0].object(isBoolean: $0.isBoolean) }
    }

    /// Whether an archive holds the value under a key: true; override it to leave values out.
    open func shouldArchiveValue(forKey key: String) -> Bool { true }

    // MARK: Emission

    /// What key paths know the cell by: `emitterCells.NAME.PROPERTY`.
    open var name: String? {
        get { values.name }
        set { values.name = newValue }
    }

    /// Whether the cell's particles are drawn, those too that were born already.
    open var isEnabled: Bool {
        get { values.enabled != 0 }
        set { assign(.enabled, .number(newValue ? 1 : 0)) }
    }

    /// Particles a second. Animatable.
    open var birthRate: Float {
        get { Float(values.birthRate) }
        set { assign(.birthRate, .number(Double(newValue))) }
    }

    /// How long a particle lives, in seconds, on average. Animatable.
    open var lifetime: Float {
        get { Float(values.lifetime) }
        set { assign(.lifetime, .number(Double(newValue))) }
    }

    /// How far lifetimes are apart: half of it to either side of `lifetime`. Animatable.
    open var lifetimeRange: Float {
        get { Float(values.lifetimeRange) }
        set { assign(.lifetimeRange, .number(Double(newValue))) }
    }

    // MARK: Direction

    /// The angle of the direction out of the xy plane, in radians. Animatable.
    open var emissionLatitude: CGFloat {
        get { CGFloat(values.emissionLatitude) }
        set { assign(.emissionLatitude, .number(Double(newValue))) }
    }

    /// The angle of the direction in the xy plane, in radians: 0 is along x, and it grows towards y; of a cell in a cell
    /// it is measured from the direction of the particle that emits. Animatable.
    open var emissionLongitude: CGFloat {
        get { CGFloat(values.emissionLongitude) }
        set { assign(.emissionLongitude, .number(Double(newValue))) }
    }

    /// The angle of the cone about the direction that directions are even in, from edge to edge, in radians: 2 pi is every
    /// direction. Animatable.
    open var emissionRange: CGFloat {
        get { CGFloat(values.emissionRange) }
        set { assign(.emissionRange, .number(Double(newValue))) }
    }

    // MARK: Motion

    /// Speed at birth, in points a second, on average. Animatable.
    open var velocity: CGFloat {
        get { CGFloat(values.velocity) }
        set { assign(.velocity, .number(Double(newValue))) }
    }

    /// How far speeds are apart. Animatable.
    open var velocityRange: CGFloat {
        get { CGFloat(values.velocityRange) }
        set { assign(.velocityRange, .number(Double(newValue))) }
    }

    /// Acceleration along x, in points a second a second. Animatable.
    open var xAcceleration: CGFloat {
        get { CGFloat(values.xAcceleration) }
        set { assign(.xAcceleration, .number(Double(newValue))) }
    }

    /// Acceleration along y. Animatable.
    open var yAcceleration: CGFloat {
        get { CGFloat(values.yAcceleration) }
        set { assign(.yAcceleration, .number(Double(newValue))) }
    }

    /// Acceleration along z. Animatable.
    open var zAcceleration: CGFloat {
        get { CGFloat(values.zAcceleration) }
        set { assign(.zAcceleration, .number(Double(newValue))) }
    }

    /// The image's size against its own, at birth, on average. Animatable.
    open var scale: CGFloat {
        get { CGFloat(values.scale) }
        set { assign(.scale, .number(Double(newValue))) }
    }

    /// How far scales are apart. Animatable.
    open var scaleRange: CGFloat {
        get { CGFloat(values.scaleRange) }
        set { assign(.scaleRange, .number(Double(newValue))) }
    }

    /// How much the scale changes a second. Animatable.
    open var scaleSpeed: CGFloat {
        get { CGFloat(values.scaleSpeed) }
        set { assign(.scaleSpeed, .number(Double(newValue))) }
    }

    /// How fast a particle turns, in radians a second, from x towards y, on average. Animatable.
    open var spin: CGFloat {
        get { CGFloat(values.spin) }
        set { assign(.spin, .number(Double(newValue))) }
    }

    /// How far spins are apart. Animatable.
    open var spinRange: CGFloat {
        get { CGFloat(values.spinRange) }
        set { assign(.spinRange, .number(Double(newValue))) }
    }

    // MARK: Colour

    /// Multiplies the image, component by component; the middle of the colours that particles have. nil counts as opaque
    /// white. Animatable.
    open var color: CGColor? {
        get { values.color.map { CGColor(value: $0) } }
        set { assign(.color, newValue.map { .color($0.value) } ?? .none) }
    }

    /// How far the red components are apart. Animatable.
    open var redRange: Float {
        get { Float(values.redRange) }
        set { assign(.redRange, .number(Double(newValue))) }
    }

    /// How far the green components are apart. Animatable.
    open var greenRange: Float {
        get { Float(values.greenRange) }
        set { assign(.greenRange, .number(Double(newValue))) }
    }

    /// How far the blue components are apart. Animatable.
    open var blueRange: Float {
        get { Float(values.blueRange) }
        set { assign(.blueRange, .number(Double(newValue))) }
    }

    /// How far the alpha components are apart. Animatable.
    open var alphaRange: Float {
        get { Float(values.alphaRange) }
        set { assign(.alphaRange, .number(Double(newValue))) }
    }

    /// How much red changes a second. Animatable.
    open var redSpeed: Float {
        get { Float(values.redSpeed) }
        set { assign(.redSpeed, .number(Double(newValue))) }
    }

    /// How much green changes a second. Animatable.
    open var greenSpeed: Float {
        get { Float(values.greenSpeed) }
        set { assign(.greenSpeed, .number(Double(newValue))) }
    }

    /// How much blue changes a second. Animatable.
    open var blueSpeed: Float {
        get { Float(values.blueSpeed) }
        set { assign(.blueSpeed, .number(Double(newValue))) }
    }

    /// How much alpha changes a second. Animatable.
    open var alphaSpeed: Float {
        get { Float(values.alphaSpeed) }
        set { assign(.alphaSpeed, .number(Double(newValue))) }
    }

    // MARK: Image

    /// The image of each particle: a CGImage; nil for nothing to draw, as is any other object, which is kept. Animatable.
    open var contents: Any? {
        get { contentsObject }
        set {
            let value = PropertyValue(object: newValue, kind: .image)
            if value == nil { Self.sayUnread(newValue, "contents") }
            contentsObject = newValue
            assign(.contents, value ?? .none)
        }
    }
    private var contentsObject: Any?

    /// The part of the image that is drawn, in unit coordinates of it. Animatable.
    open var contentsRect: CGRect {
        get { values.contents.rect }
        set { assign(.contentsRect, .rect(newValue)) }
    }

    /// Pixels of the image per point.
    open var contentsScale: CGFloat {
        get { CGFloat(values.contents.scale) }
        set { assign(.contentsScale, .number(Double(newValue))) }
    }

    /// The filter for drawing the image smaller, "linear" at first; one that Apple does not know counts as that.
    open var minificationFilter: String {
        get { values.contents.minificationFilter.rawValue }
        set { assign(.minificationFilter, .string(Self.filter(newValue))) }
    }

    /// The filter for drawing the image larger, "linear" at first; one that Apple does not know counts as that.
    open var magnificationFilter: String {
        get { values.contents.magnificationFilter.rawValue }
        set { assign(.magnificationFilter, .string(Self.filter(newValue))) }
    }

    /// Added to the mipmap level.
    open var minificationFilterBias: Float {
        get { Float(values.contents.minificationFilterBias) }
        set { assign(.minificationFilterBias, .number(Double(newValue))) }
    }

    private static func filter(_ name: String) -> String {
        ContentsState.Filter(rawValue: name)?.rawValue ?? ContentsState.Filter.linear.rawValue
    }

    // MARK: More

    /// What each particle emits, from where it is and about the direction it has then; these inherit its colour and its
    /// scale. Animatable.
    open var emitterCells: [CAEmitterCell]?

    /// Values of properties that were never set on the cell.
    open var style: [AnyHashable: Any]? {
        didSet { applyStyle() }
    }

    // MARK: Time

    /// When emission begins: in the layer's time, or in that of the particle that emits.
    open var beginTime: CFTimeInterval {
        get { values.timing.beginTime }
        set { assign(.beginTime, .number(newValue)) }
    }

    /// For how long particles are emitted, in the cell's time; 0 is without end.
    open var duration: CFTimeInterval {
        get { values.timing.duration }
        set { assign(.duration, .number(newValue)) }
    }

    /// How fast the cell's time runs, and with it its particles.
    open var speed: Float {
        get { Float(values.timing.speed) }
        set { assign(.speed, .number(Double(newValue))) }
    }

    /// How much of the cell's time has passed at `beginTime`.
    open var timeOffset: CFTimeInterval {
        get { values.timing.timeOffset }
        set { assign(.timeOffset, .number(newValue)) }
    }

    /// How often the duration is emitted for.
    open var repeatCount: Float {
        get { Float(values.timing.repeatCount) }
        set { assign(.repeatCount, .number(Double(newValue))) }
    }

    /// For how long the duration repeats.
    open var repeatDuration: CFTimeInterval {
        get { values.timing.repeatDuration }
        set { assign(.repeatDuration, .number(newValue)) }
    }

    /// Whether each repeat goes back too, which doubles it.
    open var autoreverses: Bool {
        get { values.timing.autoreverses }
        set { assign(.autoreverses, .number(newValue ? 1 : 0)) }
    }

    /// Kept, and without effect: particles are emitted within the duration.
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(rawValue: values.timing.fillMode.name) }
        set {
            let mode = TimingState.FillMode(name: newValue.rawValue) ?? .removed
            assign(.fillMode, .string(mode.name))
        }
    }

    // MARK: Key-value coding

    /// The value of a property or of any other key; structures come as NSValue, numbers as NSNumber.
    open func value(forKey key: String) -> Any? { readValue(key) }

    /// Sets a property or a value under any other key.
    ///
    /// A value that a property cannot have changes nothing, which is said once.
    open func setValue(_ value: Any?, forKey key: String) { writeValue(value, key) }

    /// The value at a path such as `contentsRect.size.width` or `emitterCells.NAME.birthRate`.
    open func value(forKeyPath keyPath: String) -> Any? { readValue(path: keyPath) }

    /// Sets the value at a path; one that what the path names cannot have changes nothing.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { writeValue(value, path: keyPath) }

    /// Sets a property and notes that it was set.
    private func assign(_ property: CellProperty, _ value: PropertyValue) {
        assigned.insert(property)
        values.set(property, to: value.finite)
    }

    /// Sets a property, or a part of one.
    package func set(_ property: CellProperty, _ part: PropertyTarget.Part = .whole, to value: PropertyValue) {
        guard let whole = part == .whole ? value : part.setting(value, in: read(property)) else { return }
        switch (property, whole) {
        case (.contents, .image(let image)): contents = CGImage(resource: image)
        case (.contents, .none): contents = nil
        case (.emitterCells, .cells(let cells)): emitterCells = cells.map { CAEmitterCell(state: $0) }
        case (.emitterCells, .none): emitterCells = nil
        default: assign(property, whole)
        }
    }

    /// The value of a property.
    package func read(_ property: CellProperty) -> PropertyValue {
        guard property == .emitterCells else { return values[property] }
        return emitterCells.map { .cells(Self.states(of: $0)) } ?? .none
    }
}
