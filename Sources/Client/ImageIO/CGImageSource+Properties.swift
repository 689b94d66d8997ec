import MicaCodecs

/// The minimum of reported delay times; the unclamped delay time has none. *Units*: seconds.
///
/// *Source*: Apple's page of kCGImagePropertyGIFDelayTime; assumed for PNG and WebP, too.
private let leastDelay = 0.1

/// The properties of the whole file: its size, and an animation's properties for all frames; nil without a header.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    let contents = isrc.contents
    guard let metadata = contents.metadata else { return nil }
    var properties: CFDictionary = [kCGImagePropertyFileSize: NSNumber(value: contents.byteCount)]
    if let key = metadata.header.format.dictionaryKey, metadata.isAnimation {
        properties[key] = metadata.animationProperties
    }
    return properties
}

/// The stored properties of an image; nil when there is no such image.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
    guard let metadata = isrc.contents.metadata, metadata.frames.indices.contains(index) else { return nil }
    return metadata.properties(at: index)
}

extension ImageFormat {
    /// The key of the format's dictionary; nil when the format has none.
    var dictionaryKey: CFString? {
        switch self {
        case .png: kCGImagePropertyPNGDictionary
        case .gif: kCGImagePropertyGIFDictionary
        case .webp: kCGImagePropertyWebPDictionary
        case .jpeg: nil
        }
    }
}

extension ImageMetadata {
    /// An animation's properties for all frames; the keys are the same strings in all formats.
    fileprivate var animationProperties: NSDictionary {
        var properties: [String: Any] = [
            kCGImagePropertyGIFCanvasPixelWidth: NSNumber(value: header.width),
            kCGImagePropertyGIFCanvasPixelHeight: NSNumber(value: header.height),
            kCGImagePropertyGIFFrameInfoArray: frames.map { NSDictionary(dictionary: delayProperties($0)) },
        ]
        if let loopCount { properties[kCGImagePropertyGIFLoopCount] = NSNumber(value: loopCount) }
        if header.format == .gif {
            properties[kCGImagePropertyGIFHasGlobalColorMap] = NSNumber(value: hasGlobalPalette)
        }
        return NSDictionary(dictionary: properties)
    }

    private func delayProperties(_ frame: FrameMetadata) -> [String: Any] {
        [
            kCGImagePropertyGIFDelayTime: NSNumber(value: max(frame.duration, leastDelay)),
            kCGImagePropertyGIFUnclampedDelayTime: NSNumber(value: frame.duration),
        ]
    }

    /// The properties of a frame in the file.
    ///
    /// - Precondition: the frame exists.
    fileprivate func properties(at index: Int) -> CFDictionary {
        var properties: CFDictionary = [
            kCGImagePropertyPixelWidth: NSNumber(value: header.width),
            kCGImagePropertyPixelHeight: NSNumber(value: header.height),
            kCGImagePropertyDepth: NSNumber(value: depth),
            kCGImagePropertyHasAlpha: NSNumber(value: header.hasAlpha),
            kCGImagePropertyColorModel: colorModelName,
        ]
        if isIndexed { properties[kCGImagePropertyIsIndexed] = NSNumber(value: true) }
        if let resolution {
            properties[kCGImagePropertyDPIWidth] = NSNumber(value: resolution.x)
            properties[kCGImagePropertyDPIHeight] = NSNumber(value: resolution.y)
        }
        if let orientation {
            let number = NSNumber(value: orientation.rawValue)
            properties[kCGImagePropertyOrientation] = number
            properties[kCGImagePropertyTIFFDictionary] = NSDictionary(
                dictionary: [kCGImagePropertyTIFFOrientation: number] as [String: Any])
        }
        if header.format == .jpeg {
            properties[kCGImagePropertyJFIFDictionary] = NSDictionary(dictionary: jfifProperties)
        }
        if let key = header.format.dictionaryKey {
            var own = pngProperties
            if isAnimation { own.merge(delayProperties(frames[index])) { $1 } }
            if !own.isEmpty { properties[key] = NSDictionary(dictionary: own) }
        }
        return properties
    }

    private var colorModelName: CFString {
        switch colorModel {
        case .gray: kCGImagePropertyColorModelGray
        case .rgb: kCGImagePropertyColorModelRGB
        case .cmyk: kCGImagePropertyColorModelCMYK
        }
    }

    private var jfifProperties: [String: Any] {
        var properties: [String: Any] = [kCGImagePropertyJFIFIsProgressive: NSNumber(value: isProgressive)]
        guard let jfif else { return properties }
        properties[kCGImagePropertyJFIFVersion] = [
            NSNumber(value: jfif.majorVersion), NSNumber(value: jfif.minorVersion),
        ]
        properties[kCGImagePropertyJFIFDensityUnit] = NSNumber(value: jfif.unit)
        properties[kCGImagePropertyJFIFXDensity] = NSNumber(value: jfif.xDensity)
        properties[kCGImagePropertyJFIFYDensity] = NSNumber(value: jfif.yDensity)
        return properties
    }

    private var pngProperties: [String: Any] {
        guard let png else { return [:] }
        var properties: [String: Any] = [kCGImagePropertyPNGInterlaceType: NSNumber(value: png.interlaceType)]
        if let gamma = png.gamma { properties[kCGImagePropertyPNGGamma] = NSNumber(value: gamma) }
        if let intent = png.sRGBIntent { properties[kCGImagePropertyPNGsRGBIntent] = NSNumber(value: intent) }
        if let x = png.xPixelsPerMeter { properties[kCGImagePropertyPNGXPixelsPerMeter] = NSNumber(value: x) }
        if let y = png.yPixelsPerMeter { properties[kCGImagePropertyPNGYPixelsPerMeter] = NSNumber(value: y) }
        return properties
    }
}
