import CoreGraphics
import Foundation
import MicaWire

/// One kind of particle: its looks, its motion, and the cells that it emits itself.
///
/// A property with a range is uniform, for each particle, within half the range to either side of the property.
/// Tutorials say a whole range to either side; Apple's header decides. A particle has the values of its birth, except
/// for `isEnabled`. *Units*: points, seconds, radians. *Space*: the layer's own. *Source*: Apple, CAEmitterCell's
/// documentation and CAEmitterLayer.h at `seed`.
open class CAEmitterCell: NSObject, NSSecureCoding, NSCopying, CAMediaTiming {
    /// The cell's values, without the cells inside it, which are in `emitterCells`.
    package final var values = CellState()
    /// The properties that were ever set.
    package final var assigned: Set<CellProperty> = []
    /// Values under keys that are not properties.
    package final var customValues: [String: Any] = [:]

    /// Makes a cell that emits nothing, with Apple's defaults.
    public override init() { super.init() }

    /// Makes a cell from values.
    package convenience init(state: CellState) {
        self.init()
        values = state
        values.cells = nil
        assigned = Set(CellProperty.allCases.filter { state[$0] != CellState.default[$0] })
        contentsObject = state.contents.image.map { CGImage(resource: $0) }
        emitterCells = state.cells?.map { CAEmitterCell(state: $0) }
    }

    /// Reads a cell and the cells inside it from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        super.init()
        guard readArchive(coder) else { return nil }
    }

    /// Writes the cell and the cells inside it into an archive.
    open func encode(with coder: NSCoder) { writeArchive(coder) }

    /// True: cells can be read from archives securely.
    open class var supportsSecureCoding: Bool { true }

    /// A copy, with copies of the cells inside it.
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

    /// The cell's name in key paths such as `emitterCells.NAME.PROPERTY`.
    open var name: String? {
        get { values.name }
        set { values.name = newValue }
    }

    /// Whether the cell's particles are drawn, including particles already born.
    open var isEnabled: Bool {
        get { values.enabled != 0 }
        set { assign(.enabled, .number(newValue ? 1 : 0)) }
    }

    /// The particles emitted per second. Animatable.
    open var birthRate: Float {
        get { Float(values.birthRate) }
        set { assign(.birthRate, .number(Double(newValue))) }
    }

    /// The average lifetime of a particle, in seconds. Animatable.
    open var lifetime: Float {
        get { Float(values.lifetime) }
        set { assign(.lifetime, .number(Double(newValue))) }
    }

    /// The range of lifetimes: half of it to either side of `lifetime`. Animatable.
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

    /// The angle of the direction in the xy plane, in radians: 0 is along x, and it grows towards y. For a cell inside
    /// a cell, it is measured from the direction of the emitting particle. Animatable.
    open var emissionLongitude: CGFloat {
        get { CGFloat(values.emissionLongitude) }
        set { assign(.emissionLongitude, .number(Double(newValue))) }
    }

    /// The angle of the cone of directions, from edge to edge, in radians. Directions are uniform within it; 2 pi is
    /// every direction. Animatable.
    open var emissionRange: CGFloat {
        get { CGFloat(values.emissionRange) }
        set { assign(.emissionRange, .number(Double(newValue))) }
    }

    // MARK: Motion

    /// The average speed at birth, in points per second. Animatable.
    open var velocity: CGFloat {
        get { CGFloat(values.velocity) }
        set { assign(.velocity, .number(Double(newValue))) }
    }

    /// The range of speeds, in points per second. Animatable.
    open var velocityRange: CGFloat {
        get { CGFloat(values.velocityRange) }
        set { assign(.velocityRange, .number(Double(newValue))) }
    }

    /// The acceleration along x, in points per second squared. Animatable.
    open var xAcceleration: CGFloat {
        get { CGFloat(values.xAcceleration) }
        set { assign(.xAcceleration, .number(Double(newValue))) }
    }

    /// The acceleration along y, in points per second squared. Animatable.
    open var yAcceleration: CGFloat {
        get { CGFloat(values.yAcceleration) }
        set { assign(.yAcceleration, .number(Double(newValue))) }
    }

    /// The acceleration along z, in points per second squared. Animatable.
    open var zAcceleration: CGFloat {
        get { CGFloat(values.zAcceleration) }
        set { assign(.zAcceleration, .number(Double(newValue))) }
    }

    /// The average scale of the image at birth. Animatable.
    open var scale: CGFloat {
        get { CGFloat(values.scale) }
        set { assign(.scale, .number(Double(newValue))) }
    }

    /// The range of scales. Animatable.
    open var scaleRange: CGFloat {
        get { CGFloat(values.scaleRange) }
        set { assign(.scaleRange, .number(Double(newValue))) }
    }

    /// The change of the scale per second. Animatable.
    open var scaleSpeed: CGFloat {
        get { CGFloat(values.scaleSpeed) }
        set { assign(.scaleSpeed, .number(Double(newValue))) }
    }

    /// The average angular speed of a particle from x towards y, in radians per second. Animatable.
    open var spin: CGFloat {
        get { CGFloat(values.spin) }
        set { assign(.spin, .number(Double(newValue))) }
    }

    /// The range of angular speeds, in radians per second. Animatable.
    open var spinRange: CGFloat {
        get { CGFloat(values.spinRange) }
        set { assign(.spinRange, .number(Double(newValue))) }
    }

    // MARK: Colour

    /// The colour that multiplies the image, component by component: the middle of the particles' colours. nil counts
    /// as opaque white. Animatable.
    open var color: CGColor? {
        get { values.color.map { CGColor(value: $0) } }
        set { assign(.color, newValue.map { .color($0.value) } ?? .none) }
    }

    /// The range of red components. Animatable.
    open var redRange: Float {
        get { Float(values.redRange) }
        set { assign(.redRange, .number(Double(newValue))) }
    }

    /// The range of green components. Animatable.
    open var greenRange: Float {
        get { Float(values.greenRange) }
        set { assign(.greenRange, .number(Double(newValue))) }
    }

    /// The range of blue components. Animatable.
    open var blueRange: Float {
        get { Float(values.blueRange) }
        set { assign(.blueRange, .number(Double(newValue))) }
    }

    /// The range of alpha components. Animatable.
    open var alphaRange: Float {
        get { Float(values.alphaRange) }
        set { assign(.alphaRange, .number(Double(newValue))) }
    }

    /// The change of red per second. Animatable.
    open var redSpeed: Float {
        get { Float(values.redSpeed) }
        set { assign(.redSpeed, .number(Double(newValue))) }
    }

    /// The change of green per second. Animatable.
    open var greenSpeed: Float {
        get { Float(values.greenSpeed) }
        set { assign(.greenSpeed, .number(Double(newValue))) }
    }

    /// The change of blue per second. Animatable.
    open var blueSpeed: Float {
        get { Float(values.blueSpeed) }
        set { assign(.blueSpeed, .number(Double(newValue))) }
    }

    /// The change of alpha per second. Animatable.
    open var alphaSpeed: Float {
        get { Float(values.alphaSpeed) }
        set { assign(.alphaSpeed, .number(Double(newValue))) }
    }

    // MARK: Image

    /// The image of each particle, a CGImage. With nil nothing is drawn; other objects are stored and draw nothing
    /// either. Animatable.
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

    /// The part of the image that is drawn, in the image's unit coordinates. Animatable.
    open var contentsRect: CGRect {
        get { values.contents.rect }
        set { assign(.contentsRect, .rect(newValue)) }
    }

    /// Pixels of the image per point.
    open var contentsScale: CGFloat {
        get { CGFloat(values.contents.scale) }
        set { assign(.contentsScale, .number(Double(newValue))) }
    }

    /// The filter for drawing the image smaller; "linear" by default. A filter unknown to Apple counts as "linear".
    open var minificationFilter: String {
        get { values.contents.minificationFilter.rawValue }
        set { assign(.minificationFilter, .string(Self.filter(newValue))) }
    }

    /// The filter for drawing the image larger; "linear" by default. A filter unknown to Apple counts as "linear".
    open var magnificationFilter: String {
        get { values.contents.magnificationFilter.rawValue }
        set { assign(.magnificationFilter, .string(Self.filter(newValue))) }
    }

    /// Added to the mipmap level that the trilinear filter chooses.
    open var minificationFilterBias: Float {
        get { Float(values.contents.minificationFilterBias) }
        set { assign(.minificationFilterBias, .number(Double(newValue))) }
    }

    private static func filter(_ name: String) -> String {
        ContentsState.Filter(rawValue: name)?.rawValue ?? ContentsState.Filter.linear.rawValue
    }

    // MARK: More

    /// The cells that each particle emits, from its position and around its direction. Their particles inherit its
    /// colour and scale. Animatable.
    open var emitterCells: [CAEmitterCell]?

    /// Values for properties that were never set on the cell.
    open var style: [AnyHashable: Any]? {
        didSet { applyStyle() }
    }

    // MARK: Time

    /// The start of emission, in the time of the layer or of the emitting particle.
    open var beginTime: CFTimeInterval {
        get { values.timing.beginTime }
        set { assign(.beginTime, .number(newValue)) }
    }

    /// The length of emission, in the cell's time; 0 never ends.
    open var duration: CFTimeInterval {
        get { values.timing.duration }
        set { assign(.duration, .number(newValue)) }
    }

    /// The rate of the cell's time, and so of its particles.
    open var speed: Float {
        get { Float(values.timing.speed) }
        set { assign(.speed, .number(Double(newValue))) }
    }

    /// The cell's time at `beginTime`.
    open var timeOffset: CFTimeInterval {
        get { values.timing.timeOffset }
        set { assign(.timeOffset, .number(newValue)) }
    }

    /// The number of times that the duration repeats.
    open var repeatCount: Float {
        get { Float(values.timing.repeatCount) }
        set { assign(.repeatCount, .number(Double(newValue))) }
    }

    /// The time for which the duration repeats, in seconds.
    open var repeatDuration: CFTimeInterval {
        get { values.timing.repeatDuration }
        set { assign(.repeatDuration, .number(newValue)) }
    }

    /// Whether each repeat also plays backwards, which doubles its length.
    open var autoreverses: Bool {
        get { values.timing.autoreverses }
        set { assign(.autoreverses, .number(newValue ? 1 : 0)) }
    }

    /// Stored, without effect: particles are emitted within the duration.
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(rawValue: values.timing.fillMode.name) }
        set {
            let mode = TimingState.FillMode(name: newValue.rawValue) ?? .removed
            assign(.fillMode, .string(mode.name))
        }
    }

    // MARK: Key-value coding

    /// The value of a property or under any other key. Structures come as NSValue, numbers as NSNumber.
    open func value(forKey key: String) -> Any? { readValue(key) }

    /// Sets a property, or a value under any other key.
    ///
    /// A value of the wrong type does not change a property; a warning is printed once.
    open func setValue(_ value: Any?, forKey key: String) { writeValue(value, key) }

    /// The value at a path such as `contentsRect.size.width` or `emitterCells.NAME.birthRate`.
    open func value(forKeyPath keyPath: String) -> Any? { readValue(path: keyPath) }

    /// Sets the value at a path; a value of the wrong type changes nothing.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { writeValue(value, path: keyPath) }

    /// Sets a property, and notes that it was set.
    private func assign(_ property: CellProperty, _ value: PropertyValue) {
        assigned.insert(property)
        values.set(property, to: value.finite)
    }

    /// Sets a property, or a component of it.
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

    /// The value of a property, with `emitterCells` as cell states.
    package func read(_ property: CellProperty) -> PropertyValue {
        guard property == .emitterCells else { return values[property] }
        return emitterCells.map { .cells(Self.states(of: $0)) } ?? .none
    }
}
